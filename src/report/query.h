// SPDX-License-Identifier: BSD-3-Clause
// Sums of a severity cube along its dimensions, and the tables that all report formats show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

enum class By { Metric, CallPath, Region, Location, Rank };

// What of a cube a report shows.
struct Selection {
  std::vector<model::MetricId> metrics;  // empty: all
  std::optional<By> by;                  // empty: the overview (text, HTML), every cell (CSV)
  std::size_t top = 0;                   // rows of a table; 0: as many as the format finds good
  bool inclusive = false;                // along the call tree
};

// Sum over all locations for every call path; inclusive: with all call paths below it.
std::vector<double> sums_by_callpath(const model::SeverityCube& cube, model::MetricId metric,
                                     bool inclusive);
// Sum over all call paths for every location.
std::vector<double> sums_by_location(const model::SeverityCube& cube, model::MetricId metric);

struct RankSum {
  model::Rank rank;
  double value = 0.0;
};
// By rank, ascending; each with its threads added up. Only `callpath`, if it is valid.
std::vector<RankSum> sums_by_rank(const model::SeverityCube& cube, model::MetricId metric,
                                  model::CallPathId callpath = {});

// "main/solve/MPI_Recv"; "main/solve/MPI_Recv@wave.c:42" if main/solve calls it elsewhere, too.
std::string path_name(const model::SeverityCube& cube, model::CallPathId callpath);
// What follows the last slash.
std::string_view file_name(std::string_view path);
// "wave", or "fluid, solid" where ranks run different programs.
std::string program_names(const model::SeverityCube& cube);
// "wave.c:42", without folders, of the call path's region, or where it calls MPI; "caller at
// wave.c:42" of the nearest caller that has one; empty if nothing is known.
std::string source_place(const model::SeverityCube& cube, model::CallPathId callpath);

// The total of `time`, to which percentages refer; 0 if the cube has none.
double total_time(const model::SeverityCube& cube);

// One line of a table. `index` is the metric, call path, location or rank, or for a region the
// first call path of it.
struct TableRow {
  std::string label;
  std::string place;  // "file:line", host or empty
  double value = 0.0;
  std::uint32_t index = 0;
};

// The non-zero rows, by falling value, equal ones by index. By::Metric gives one row.
std::vector<TableRow> table(const model::SeverityCube& cube, model::MetricId metric, By by,
                            bool inclusive);

}  // namespace tarry::report
