// SPDX-License-Identifier: BSD-3-Clause
// The simplest possible reading of a location: what can be told without looking at any other. It is
// written apart from the analysis, to check it.
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
  bool nested = true;       // enter and leave match, nothing is left open
  bool own_thread = false;  // began as a thread: call paths have a prefix not known here
  bool in_teams = false;    // of OpenMP: call paths and times depend on other locations
  bool in_nested_teams = false;
  bool has_tasks = false;                   // explicit ones: they have call paths of their own
  bool forks_outermost = false;             // forked while in no team
  std::map<std::string, base::Ticks> time;  // exclusive, by call path "main/foo"
  std::map<std::string, std::uint64_t> visits;
  bool has_pauses = false;
  // What each counter counted, by call path; of those that count up.
  std::map<std::uint32_t, std::map<std::string, long double>> counters;
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t collectives = 0;
  double bytes_sent = 0;  // doubles: sizes of a damaged trace may be too large for a sum
  double collective_bytes_sent = 0;
  double collective_bytes_received = 0;
  double bytes_put = 0;
  double bytes_get = 0;
};

base::Result<PlainLocation> read_plainly(model::TraceSource& source, model::LocationIndex location);

}  // namespace tarry::testing
