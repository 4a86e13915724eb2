// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace tarry::base {

// Time since its construction.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tarry::base
