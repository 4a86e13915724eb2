// SPDX-License-Identifier: BSD-3-Clause
// The sentences of checks that a severity cube has failed.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tarry::testing {

// Values are exact ticks, divided once, so only the rounding of sums is tolerated.
inline bool equal(double a, double b) { return std::abs(a - b) <= 1e-12 * (1.0 + std::abs(a)); }

// Keeps the first sentences; the others are lost.
class Violations {
 public:
  void report(std::string sentence) {
    if (sentences_.size() < kMost) sentences_.push_back(std::move(sentence));
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(sentences_); }

 private:
  static constexpr std::size_t kMost = 10;
  std::vector<std::string> sentences_;
};

}  // namespace tarry::testing
