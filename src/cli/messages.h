// SPDX-License-Identifier: BSD-3-Clause
// What a verb tells the user besides its results: one line each on stderr, none with --quiet; and
// what it measures of itself for them.
#pragma once

#include <chrono>
#include <string_view>

#include "cli/command.h"

namespace tarry::cli {

// "tarry: <text>".
void say(const CommonOptions& common, std::string_view text);
// The same if the user wants to know more (--verbose).
void detail(const CommonOptions& common, std::string_view text);
// The same with "warning: " in front.
void warn(const CommonOptions& common, std::string_view text);

// Time since its construction.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tarry::cli
