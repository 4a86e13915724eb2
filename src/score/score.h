// SPDX-License-Identifier: BSD-3-Clause
// What `tarry score` shows: visits, time, and what a trace takes, by group and by region, without
// and with a filter.
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
  double trace_bytes = 0;          // of all processes
  double largest_trace_bytes = 0;  // of the process with the most
  double log_bytes = 0;            // its event log: what --buffer and --max-trace are about
};

struct RegionScore : ScoreLine {
  std::string name;
  std::string file;  // empty: not known
  std::uint32_t line = 0;
  std::string call_site;  // of a function of MPI
  Group group = Group::Usr;
  bool is_filtered = false;
};

struct GroupScore : ScoreLine {
  std::string name;  // "ALL", "MPI", ..., "FLT": what the filter leaves out
};

// Of a whole trace with its definitions.
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
  std::vector<RegionScore> regions;  // by falling bytes
};

// An Error if the cube does not have what a score is made of.
base::Status check_scorable(const model::SeverityCube& cube);

// Of a cube that can be scored. `excluded`: by region, or nothing if there is no filter.
Score score_of(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
               const std::optional<std::vector<bool>>& excluded);

}  // namespace tarry::score
