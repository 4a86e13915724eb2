// SPDX-License-Identifier: BSD-3-Clause
// The severity cube: one number per metric x call path x location, and what is needed to read it.
// It stands between everything that computes and everything that shows.
//
// A stored value stands for its call path alone (exclusive along the call tree) and for its metric
// with all of that metric's descendants (inclusive along the metric tree); see docs/definitions.md,
// "Values of a cell".
//
// The rows are in memory, or come from a RowSource when they are asked for: a report may be larger
// than the memory. Then an error appears late, and reading() tells it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/insights.h"
#include "model/metric.h"
#include "model/row_source.h"
#include "model/topology.h"
#include "model/wait_statistics.h"

namespace tarry::model {

// A metric as a cube holds it: from the catalogue, a counter of the trace, or whatever a foreign
// report brought along.
struct CubeMetric {
  std::string id;
  std::string name;
  MetricId parent;  // index into SeverityCube::metrics, !valid() for a root
  Unit unit = Unit::Seconds;
  std::string description;
  bool is_real = false;  // counts or bytes may be no whole numbers; times never are
  enum class Sum : unsigned char { Total, Least, Most };
  Sum sum = Sum::Total;  // how values are combined, see combined_values.h
};

struct CubeCallPath {
  CallPathId parent;  // index into SeverityCube::callpaths, smaller than the own one
  std::string region;
  std::string file;  // empty if unknown
  std::uint32_t line = 0;
  std::string role;      // "function", "point2point", "barrier", ...: OTF2's names in lower case
  std::string paradigm;  // "mpi", "compiler", "user", ...
  // The place of a call of MPI: "heat.cc:42", or "main+0x5f"; empty if unknown. `file` and `line`
  // belong to that place, too.
  std::string call_site{};
  bool is_inlined = false;  // the compiler put the function into the one around
  bool has_twin = false;    // mark_twins(): the caller calls this function at other places, too

  // Returns the name for people: "MPI_Recv", or "MPI_Recv@heat.cc:42" to tell it from its twins.
  [[nodiscard]] std::string shown_name() const {
    return has_twin ? region + '@' + call_site : region;
  }
};

// Marks call paths that differ from others of the same caller by their call sites alone.
void mark_twins(std::vector<CubeCallPath>& callpaths);

struct CubeLocation {
  Rank rank;
  std::uint32_t thread = 0;
  std::string host;
  std::string kind = "cpu";
};

struct CubeExperiment {
  std::string program;
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;  // largest number of threads of one process
  double duration_s = 0.0;
  double ideal_duration_s = 0.0;                  // with MPI calls that only wait; 0: not known
  std::vector<std::string> warnings;              // what was odd or left out, one sentence each
  std::map<std::string, std::string> attributes;  // free: "tarry.version", "trace", ...
};

class SeverityCube {
 public:
  CubeExperiment experiment;
  std::vector<CubeMetric> metrics;              // parents before children
  std::vector<CubeCallPath> callpaths;          // parents before children, depth first
  std::vector<CubeLocation> locations;          // sorted by (rank, thread)
  std::vector<Finding> findings;                // by falling gain
  std::vector<Topology> topologies;             // without that of the machine
  std::vector<WaitStatistics> wait_statistics;  // of wait states with waits

  // Adds the catalogue as metrics; the ids in the cube are those of the catalogue until some
  // metrics are left out.
  void add_catalogue();
  // Takes metrics out, with all metrics below them; the other metrics get new ids.
  void leave_out(const std::vector<MetricId>& unwanted);

  // Returns the index of metric `id` in this cube, !valid() if it has none.
  [[nodiscard]] MetricId find(std::string_view id) const;
  // Returns the index of a metric of the catalogue in this cube, !valid() if it is left out.
  [[nodiscard]] MetricId find(MetricId known) const { return find(info(known).id); }

  // Adds to one cell. The three indices must exist.
  void add(MetricId metric, CallPathId callpath, LocationIndex location, double value);
  // Replaces one cell.
  void set(MetricId metric, CallPathId callpath, LocationIndex location, double value);
  [[nodiscard]] double value(MetricId metric, CallPathId callpath, LocationIndex location) const;

  // Returns the values for all locations; empty if all are zero, or if the cube does not have the
  // metric. What comes from a source stays in memory until forget_rows().
  [[nodiscard]] const std::vector<double>& row(MetricId metric, CallPathId callpath) const;
  // Returns the same as a copy; nothing stays in memory.
  [[nodiscard]] std::vector<double> copy_of_row(MetricId metric, CallPathId callpath) const;
  // Calls visit(callpath, row) for each row that is not empty, ascending; nothing stays in memory.
  using RowVisit = std::function<void(CallPathId, const std::vector<double>&)>;
  void for_each_row(MetricId metric, const RowVisit& visit) const;
  // Replaces a row; `values` is empty or has one value per location.
  void set_row(MetricId metric, CallPathId callpath, std::vector<double> values);

  // Returns the call paths that have a row for `metric`, ascending.
  [[nodiscard]] std::vector<CallPathId> callpaths_with_values(MetricId metric) const;

  // Returns the sum over all call paths and locations, in that order; or least, or most.
  [[nodiscard]] double total(MetricId metric) const;
  // Returns the sum over all locations for one call path.
  [[nodiscard]] double total(MetricId metric, CallPathId callpath) const;
  // Returns the sum over all call paths for every location.
  [[nodiscard]] std::vector<double> sums_by_location(MetricId metric) const;

  // Replaces all rows by those of `source`, which knows the metrics, call paths and locations by
  // their present numbers. Copies of the cube share it. Whatever changes a row or leaves out a
  // metric reads all rows first.
  void take_rows_from(std::shared_ptr<RowSource> source);
  // Returns the first error of the source. Rows that it did not deliver count as zeros, so nothing
  // that was made of the cube may be shown after an Error.
  [[nodiscard]] base::Status reading() const;
  // Reads all rows into memory.
  base::Status read_all();
  // Gives back the memory of what row() has read of the metric, and makes its references invalid.
  void forget_rows(MetricId metric) const;

 private:
  // The rows, by metric and call path; rows of zeros take no memory.
  using Rows = std::vector<std::map<std::uint32_t, std::vector<double>>>;
  struct OnDemand;
  std::vector<double>& row_for_writing(MetricId metric, CallPathId callpath);

  Rows rows_;
  std::shared_ptr<OnDemand> on_demand_;  // nullptr: all rows are in memory
  std::optional<base::Error> failure_;   // of the source from which all rows were read
};

}  // namespace tarry::model
