// SPDX-License-Identifier: BSD-3-Clause
// Metrics of a .cubex that have an expression in place of values. Those whose values add up over
// call paths and locations are computed for each of them and become metrics like all others.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/severity_cube.h"
#include "report/cubepl.h"

namespace tarry::report {

// A derived metric as it stands in the file.
struct DerivedSource {
  std::string id;
  std::string type;              // "POSTDERIVED", "PREDERIVED_EXCLUSIVE" or "PREDERIVED_INCLUSIVE"
  std::string expression;        // CubePL
  std::string initial;           // CubePL that is run once, before all expressions; may be empty
  bool has_aggregation = false;  // values are combined by an expression, too
};

// One that can be computed.
struct DerivedMetric {
  std::string id;
  cubepl::Expression expression;
  bool is_inclusive = false;  // along the call tree
};

struct DerivedMetrics {
  std::vector<DerivedMetric> usable;         // each after those that it refers to
  std::vector<cubepl::Expression> initials;  // in the order of the file
  std::vector<std::string> left_out;         // "id (reason)"
};

// Chooses the metrics that can be computed from the metrics `stored` and from each other.
DerivedMetrics choose_derived(const std::vector<DerivedSource>& sources,
                              const std::set<std::string>& stored);

// Computes the values of the usable metrics, all of which are in the cube. `steps` and `bytes`
// limit what that may take. Returns a sentence for each metric without values, and why.
std::vector<std::string> compute_derived(const DerivedMetrics& derived, model::SeverityCube& cube,
                                         std::uint64_t steps, std::uint64_t bytes);

}  // namespace tarry::report
