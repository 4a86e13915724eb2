// SPDX-License-Identifier: BSD-3-Clause
// Specifications of `tarry remap`: the metric tree of a report to be made from another one, as
// text. Format: docs/formats/remap.md
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::algebra {

// A metric of the former report as part of a sum.
struct RemapTerm {
  double factor = 1.0;
  std::string metric;
  bool may_be_missing = false;  // counts as 0 in a report that lacks the metric
  std::string region;           // pattern of the shell for the call paths that count; empty: all
};

struct RemapMetric {
  std::string id;
  std::string name;                   // empty: as in the former report, otherwise the id
  std::optional<std::size_t> parent;  // index of an earlier metric
  std::size_t line = 0;               // where it stands, from 1
  bool may_be_missing = false;        // left out, with all below it, if the report lacks it
  bool is_sum_of_children = false;
  // Neither this nor a sum of children: the metric of the former report with the same id.
  std::vector<RemapTerm> terms;
};

struct RemapSpecification {
  std::string file;  // for messages
  std::vector<RemapMetric> metrics;
};

// `file` is what messages call the text. Returns an Error with the line for what is no
// specification.
base::Result<RemapSpecification> parse_remap(std::string_view text, const std::string& file);

}  // namespace tarry::algebra
