// SPDX-License-Identifier: BSD-3-Clause
// Re-evaluates the dependency graph of a trace with changes: who asks says what is changed on each
// location, one worker goes through the graph. Source: docs/decisions/017-what-if.md.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "analysis/parallel/transport.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/dependencies.h"
#include "analysis/whatif/reevaluation.h"
#include "base/result.h"

namespace tarry::analysis {

struct WhatIf {
  Questions questions;
  // The changes of one location of this worker, by scenario; nullptr: none.
  std::function<std::vector<std::unique_ptr<Change>>(std::size_t place)> changes;
  // What it did between its operations (SyncTimeline::activities).
  std::function<std::span<const std::byte>(std::size_t place)> activities;
  std::span<const CallPathId> to_unified;  // call paths of this worker in those of all
  std::size_t callpaths = 0;               // of all
  std::size_t locations = 0;               // of the trace
  std::vector<Moment> moments;             // of the first worker: wanted, by location and section

  // Result, on the first worker.
  Ticks begin;  // of the trace
  Outcomes outcomes;
  // Outcomes::after if the answers of work queues went to those that they went to; none: there are
  // no work queues.
  std::vector<Ticks> after_as_dealt;
  std::uint64_t unmet = 0;   // needs
  std::uint64_t unlike = 0;  // locations
};

// Uses up `steps`, those of this worker's locations in order. Collective over the transport.
base::Status re_evaluate(WhatIf& what_if, std::vector<LocationSteps>& steps, Transport& transport);

}  // namespace tarry::analysis
