// SPDX-License-Identifier: BSD-3-Clause
// Which metrics are wait states: time in which a location can do nothing but wait for another one.
// No one of them is part of another, so their sum is all the waiting there is in calls. Threads
// that are idle outside of teams (omp_idle_threads) are in no call; headlines add their time. A new
// pattern is one line in wait_states.cpp.
#pragma once

#include <span>

#include "model/definitions.h"
#include "model/metric.h"

namespace tarry::model {

struct WaitMetric {
  MetricId id;
  Paradigm paradigm;
  bool at_syncpoint;  // delay costs say what it is due to
};

// In the order of the metrics.
std::span<const WaitMetric> all_wait_metrics();

}  // namespace tarry::model
