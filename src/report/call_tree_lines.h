// SPDX-License-Identifier: BSD-3-Clause
// Chooses what of a tree of calls fits on a screen.
#pragma once

#include <string>
#include <vector>

#include "report/query.h"

namespace tarry::report {

// A line of the tree: a call path, or several in a row of which all but the last only call the
// next one.
struct CallTreeLine {
  std::uint32_t depth = 0;
  std::uint32_t callpath = 0;  // the last one of the line
  std::string label;           // names of the calls of the line: "main/solve"
  double total = 0.0;          // with all calls below
  double own = 0.0;
  double caller = 0.0;  // total of the line above that calls this one; of a root its own
};

struct CallTreeLines {
  std::vector<CallTreeLine> lines;  // callers before what they call, siblings by falling total
  std::size_t left_out = 0;         // number of lines that would be there without a limit
};

// Returns the `most` lines with the largest totals, as far as these are at least the part `least`
// of the largest one, and the lines of their callers.
CallTreeLines call_tree_lines(const model::SeverityCube& cube, model::MetricId metric,
                              std::size_t most, double least);

}  // namespace tarry::report
