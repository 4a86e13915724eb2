// SPDX-License-Identifier: BSD-3-Clause
// The simplest possible reading of a location, without looking at any other. It is written
// separately from the analysis, to check it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "model/trace_source.h"

namespace tarry::testing {

struct PlainLocation {
  bool has_events = false;
  base::Ticks first;
  base::Ticks last;
  bool nested = true;       // enters and leaves match, nothing is left open
  bool own_thread = false;  // began as a thread: call paths have an unknown prefix
  bool in_teams = false;    // in OpenMP teams: call paths and times depend on other locations
  bool in_nested_teams = false;
  bool has_tasks = false;                   // explicit tasks, which have their own call paths
  bool forks_outermost = false;             // forked outside of any team
  std::map<std::string, base::Ticks> time;  // exclusive, by call path "main/foo"
  std::map<std::string, std::uint64_t> visits;
  bool has_pauses = false;
  // Counts by counter and call path, for counters that only grow.
  std::map<std::uint32_t, std::map<std::string, long double>> counters;
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t collectives = 0;
  // Double because sizes of a damaged trace may be too large for an integer sum.
  double bytes_sent = 0;
  double collective_bytes_sent = 0;
  double collective_bytes_received = 0;
  double bytes_put = 0;
  double bytes_get = 0;
};

base::Result<PlainLocation> read_plainly(model::TraceSource& source, model::LocationIndex location);

}  // namespace tarry::testing
