// SPDX-License-Identifier: BSD-3-Clause
// The wait states that an analysis looks for. Some of them are waiting: time in which a location
// can do nothing but wait for another one. They do not overlap, so that their sum is all the
// waiting in calls. Threads that are idle outside of teams (omp_idle_threads) are in no call;
// headlines add their time. A new wait state is one row in wait_states.def or in
// collective_patterns.def.
#pragma once

#include <span>
#include <string_view>

#include "model/definitions.h"
#include "model/metric.h"

namespace tarry::model {

struct WaitStateInfo {
  MetricId metric;
  bool is_waiting;
  Paradigm paradigm;
  bool at_syncpoint;       // delay costs say what causes it (docs/definitions.md, "Delay costs")
  std::string_view costs;  // "latesender": part of the ids of its delay costs; empty if it has none
  MetricId counts[2];      // its instances without and with payload; !valid(): not counted
};

std::span<const WaitStateInfo> all_wait_states();

// Returns the wait states that are waiting.
std::span<const WaitStateInfo> all_waiting_states();

}  // namespace tarry::model
