// SPDX-License-Identifier: BSD-3-Clause
// The results of `tarry score`: visits, time and trace size by group and by region, with and
// without a filter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "score/estimate.h"

namespace tarry::score {

// Bytes are those of the run without a filter.
struct ScoreLine {
  double visits = 0;
  double time_s = 0;
  double trace_bytes = 0;          // all processes together
  double largest_trace_bytes = 0;  // the process with the most
  double log_bytes = 0;            // its event log, which --buffer and --max-trace limit
};

struct RegionScore : ScoreLine {
  std::string name;
  std::string file;  // empty if unknown
  std::uint32_t line = 0;
  std::string call_site;  // place of the call, for functions of MPI
  Group group = Group::Usr;
  bool is_filtered = false;
};

struct GroupScore : ScoreLine {
  std::string name;  // "ALL", "MPI", ..., or "FLT" for what the filter leaves out
};

// Sizes of a whole trace with its definitions.
struct TraceSize {
  double trace_bytes = 0;
  double largest_trace_bytes = 0;
  double log_bytes = 0;
};

struct Score {
  std::string program;
  std::size_t processes = 0;
  std::size_t locations = 0;
  TraceSize whole;
  std::optional<TraceSize> with_filter;
  std::vector<GroupScore>
      groups;  // ALL first, then by falling bytes, FLT last; none without visits
  std::vector<RegionScore> regions;  // by descending bytes
};

// Returns an Error if the cube lacks the metrics that a score needs.
base::Status check_scorable(const model::SeverityCube& cube);

// Scores a cube that can be scored. `excluded` is indexed by region, and nullopt without a filter.
Score score_of(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
               const std::optional<std::vector<bool>>& excluded);

}  // namespace tarry::score
