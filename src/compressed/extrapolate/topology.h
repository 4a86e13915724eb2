// SPDX-License-Identifier: BSD-3-Clause
// Finds the grid in which the ranks of all base traces lie. A topology explains a trace if all
// ranks of a class behave equally: they make the same calls with equal values, and name equal
// partners in one of the forms of peer_form.h. All topologies are tried, those with the fewest
// classes first and of those the ones with the fewest dimensions, so that extents of 2 and 3 need
// no rule of their own: some classes are empty then.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.1, whose rule (critical
// nodes) chooses between the extents of one trace if several explain it.
#pragma once

#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/grid.h"

namespace tarry::compressed {

struct Topology {
  Places places;
  std::vector<Extents> extents;  // by base trace
};

// Returns the topologies that explain all traces, the simplest first; there is at least one. Small
// grids are explained by many: those whose extents grow alike come first, and formulas decide.
// Returns an Error if there is none: it names two ranks that would be of one class and what they do
// differently. Thread: any.
base::Result<std::vector<Topology>> find_topologies(const std::vector<BaseTrace>& bases);

}  // namespace tarry::compressed
