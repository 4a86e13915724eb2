// SPDX-License-Identifier: BSD-3-Clause
// The file anchor.xml of a .cubex holds everything but the numbers. It also determines the order of
// the numbers: rows by call path, depth first (metrics that are exclusive along the call tree) or
// in the Cube tools' "wide" order (inclusive ones), columns by location Id.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"
#include "report/derived_metrics.h"
#include "report/value_type.h"
#include "report/wait_statistics_text.h"

namespace tarry::report {

// The arrangement of a cube in the file.
struct CubexLayout {
  std::vector<model::CallPathId> callpaths;     // depth first
  std::vector<model::LocationIndex> locations;  // host by host, process by process
  std::vector<bool> is_whole;  // by metric: all values are whole numbers and are stored as such
};

CubexLayout cubex_layout(const model::SeverityCube& cube);
std::string write_anchor(const model::SeverityCube& cube, const CubexLayout& layout);

// The form of a metric's values in their file: a number, or a part of a tuple.
struct StoredMetric {
  std::string file_id;  // part of the names "<file_id>.index" and "<file_id>.data"
  model::MetricId metric;
  NumberType type = NumberType::Double;
  std::size_t offset = 0;      // in the value, in bytes
  std::size_t value_size = 8;  // of the whole value, in bytes
  bool inclusive = false;      // along the call tree
  bool is_extreme = false;     // a least or largest value: it is kept as it is
};

struct Anchor {
  model::SeverityCube cube;  // without values
  std::vector<StoredMetric> stored;
  DerivedMetrics derived;                       // whose values are to be computed
  std::vector<model::CallPathId> wide_order;    // row order of inclusive metrics
  CallPathNumbers callpaths;                    // by the id of their cnode
  std::vector<model::LocationIndex> locations;  // location of the cube by column
  bool is_ours = false;                         // it has the attributes of our own
  bool has_duration = false;  // if false, the caller must derive experiment.duration_s
  // The file beside the report with the statistics of its waits, where the report names it.
  std::string statistics_file;
};

// Metrics that have no sum (minima, functions, derived ratios) are left out with a warning in the
// cube. The parts of tuples are metrics of their own.
// The text is taken by value because it is parsed in place.
base::Result<Anchor> read_anchor(std::string xml);

// Keys of our own entries among the report's attributes.
inline constexpr char kProgramKey[] = "tarry.program";
inline constexpr char kRanksKey[] = "tarry.ranks";
inline constexpr char kThreadsKey[] = "tarry.threads";
inline constexpr char kDurationKey[] = "tarry.duration_s";
inline constexpr char kIdealDurationKey[] = "tarry.ideal_duration_s";
inline constexpr char kFindingsKey[] = "tarry.findings";
inline constexpr char kWarningKey[] = "tarry.warning.";
// The Cube tools' key for the name of the file with statistics of waits.
inline constexpr char kStatisticsKey[] = "statisticfile";
// Returns true for keys with a meaning of their own, which are not among experiment.attributes.
bool is_reserved_key(std::string_view key);

}  // namespace tarry::report
