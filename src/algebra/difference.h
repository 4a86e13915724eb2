// SPDX-License-Identifier: BSD-3-Clause
// Tells where two reports differ by more than a tolerance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

struct Difference {
  std::string metric;    // id
  std::string callpath;  // names with slashes
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  double first = 0.0;
  double second = 0.0;
  model::Unit unit = model::Unit::Seconds;
};

struct Comparison {
  std::uint64_t cells = 0;          // that have a value in one of the reports
  std::uint64_t different = 0;      // of these
  std::vector<Difference> largest;  // largest part of the total of the metric first
  std::vector<std::string> only_in_first, only_in_second;  // metrics

  [[nodiscard]] bool are_equal() const {
    return different == 0 && only_in_first.empty() && only_in_second.empty();
  }
};

// Two values are equal if they differ by at most `tolerance` times the larger of them. Keeps the
// `most` largest differences. Returns an Error if a metric has two units.
base::Result<Comparison> compare(const model::SeverityCube& first,
                                 const model::SeverityCube& second, double tolerance,
                                 std::size_t most);

}  // namespace tarry::algebra
