// SPDX-License-Identifier: BSD-3-Clause
// Shows several reports side by side, a column for each.
#pragma once

#include <string>
#include <vector>

#include "report/query.h"

namespace tarry::report {

struct Series {
  std::vector<model::SeverityCube> cubes;
  std::vector<std::string> names;
};

// Sorts the reports by ranks, then by threads; those of one size keep their order.
void order_by_size(Series& series);

// `metrics` are ids; none: the run time and all metrics below `time`, and By::Metric: all metrics.
// Without another `by`, a row is the total of a metric; with it, the rows of all reports are joined
// by their labels, those with the largest values come first, and at most `top` of a metric are
// shown. A metric or row that a report lacks is empty there. The text of three reports or more has
// a plot: a bar for each report, from 0 to the largest value of the row.
struct SeriesSelection {
  std::vector<std::string> metrics;
  std::optional<By> by;
  std::size_t top = 20;
  bool inclusive = false;
};

std::string series_text(const Series& series, const SeriesSelection& selection);
std::string series_csv(const Series& series, const SeriesSelection& selection);

}  // namespace tarry::report
