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

// Attributes of a report that was computed from others: "run1 minus run2", and, where its own total
// time means nothing, the time to which percentages refer, in seconds.
inline constexpr const char* kOperationKey = "tarry.operation";
inline constexpr const char* kWholeTimeKey = "tarry.whole_time_s";
// An attribute of a report whose only location stands for all ranks: their number.
inline constexpr const char* kCollapsedKey = "tarry.collapsed";

// Only waits know their communicator (WaitStatistics).
enum class By { Metric, CallPath, Region, CallSite, Location, Rank, Host, Communicator };

// The whole of which a line of the text is a percentage: in a tree its root or the line above,
// otherwise what is selected. Usual: the root in the tree of metrics, the selection elsewhere.
enum class PercentOf { Usual, Root, Parent, Selection };

// The part of a cube that a report shows.
struct Selection {
  std::vector<model::MetricId> metrics;  // empty for all metrics
  std::optional<By> by;                  // empty for the overview (text, HTML) or every cell (CSV)
  std::size_t top = 0;                   // rows of a table; 0 for the default of the format
  bool inclusive = false;                // sums along the call tree
  bool exclusive = false;                // text: the tree of calls shows no sums along it
  bool tree = false;                     // text: By::CallPath is drawn as a tree
  PercentOf percent = PercentOf::Usual;  // text
};

// Returns the sum over all locations for every call path, with all call paths below it if
// `inclusive`.
std::vector<double> sums_by_callpath(const model::SeverityCube& cube, model::MetricId metric,
                                     bool inclusive);
// Returns the sum over all call paths for every location.
std::vector<double> sums_by_location(const model::SeverityCube& cube, model::MetricId metric);

struct RankSum {
  model::Rank rank;
  double value = 0.0;
};
// Returns sums by ascending rank, each with its threads added up. A valid `callpath` limits them to
// this call path.
std::vector<RankSum> sums_by_rank(const model::SeverityCube& cube, model::MetricId metric,
                                  model::CallPathId callpath = {});

// Returns "main/solve/MPI_Recv", or "main/solve/MPI_Recv@wave.c:42" if main/solve also calls it
// elsewhere.
std::string path_name(const model::SeverityCube& cube, model::CallPathId callpath);
// Returns the same in fewer words: "main/visit (200 times)/MPI_Recv" of a function that calls
// itself.
std::string shown_path(const model::SeverityCube& cube, model::CallPathId callpath);
// Joins names of functions, the outermost first, in this way.
std::string join_calls(const std::vector<std::string>& names);
// Returns the part behind the last slash.
std::string_view file_name(std::string_view path);
// Returns "wave", or "fluid, solid" if ranks run different programs.
std::string program_names(const model::SeverityCube& cube);
// Returns "wave.c:42", without folders, for the call path's region or the place where it calls MPI;
// "caller at wave.c:42" for the nearest caller with a known place; empty if nothing is known.
std::string source_place(const model::SeverityCube& cube, model::CallPathId callpath);

// Returns the total of `time`, or 0 if the cube has none.
double own_time(const model::SeverityCube& cube);
// Returns the time to which percentages refer: own_time(), but in a difference that of a report.
double total_time(const model::SeverityCube& cube);

// A line of a table. `index` is the metric, call path, location or rank; for a region or call site
// it is its first call path, for a host its first location, for a communicator its position.
struct TableRow {
  std::string label;
  std::string place;  // "file:line" or host; may be empty
  double value = 0.0;
  std::uint32_t index = 0;
};

// Returns whether two call paths are of one region. All calls of an MPI function are.
bool is_same_region(const model::CubeCallPath& a, const model::CubeCallPath& b);
// Returns whether two call paths are calls of one function at one place; so are all whose place of
// call is unknown.
bool is_same_call_site(const model::CubeCallPath& a, const model::CubeCallPath& b);
// Returns whether the region of a call path has called itself. Such a call does not count again in
// inclusive sums of the region.
bool called_by_itself(const model::SeverityCube& cube, model::CallPathId callpath);

// Returns the non-zero rows by descending value without its sign, equal ones by index. By::Metric
// gives one row.
std::vector<TableRow> table(const model::SeverityCube& cube, model::MetricId metric, By by,
                            bool inclusive);

}  // namespace tarry::report
