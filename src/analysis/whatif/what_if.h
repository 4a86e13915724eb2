// SPDX-License-Identifier: BSD-3-Clause
// Re-evaluates the dependency graph of a trace with changes: the caller tells the changes on each
// location, and one worker evaluates the graph. Source: docs/decisions/017-what-if.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/whatif/changes.h"
#include "analysis/whatif/dependencies.h"
#include "analysis/whatif/reevaluation.h"
#include "base/result.h"
#include "workers/transport.h"

namespace tarry::analysis {

// The dependency graph of a whole trace with the changes of all scenarios, on the first worker.
class Graph {
 public:
  // `messages`: those of all workers, with their parts (re_evaluate); must outlive it.
  Graph(const std::vector<workers::Bytes>& messages, std::size_t locations, std::size_t callpaths);

  // Evaluates all of it once. Fills in `moments`, which are ordered by location and section.
  Outcomes evaluate(const Questions& questions, std::vector<Moment>& moments) {
    return reevaluation_->run(questions, moments);
  }
  // Returns the end of the trace in each lane; work queues are dealt anew or as recorded.
  std::vector<Ticks> ends(std::vector<Lane> lanes, bool deal_anew = true);

  [[nodiscard]] bool has_work_queues() const { return reevaluation_->has_work_queues(); }
  [[nodiscard]] Ticks begin() const { return reevaluation_->begin(); }  // begin of the trace
  // Numbers of the last evaluation: needs and locations.
  [[nodiscard]] std::uint64_t unmet() const { return reevaluation_->unmet(); }
  [[nodiscard]] std::uint64_t unlike() const { return reevaluation_->unlike(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  // size of the graph

 private:
  std::vector<std::vector<CallPathId>> unified_;  // by worker
  std::optional<Reevaluation> reevaluation_;
  std::size_t bytes_ = 0;
};

struct WhatIf {
  // Returns the changes of one location of this worker, by scenario; nullptr: none.
  std::function<std::vector<std::unique_ptr<Change>>(std::size_t place)> changes;
  // Returns its activities between operations (SyncTimeline::activities).
  std::function<std::span<const std::byte>(std::size_t place)> activities;
  std::span<const CallPathId> to_unified;  // by call path of this worker: that of all
  std::size_t callpaths = 0;               // number over all workers
  std::size_t locations = 0;               // number in the trace
  std::function<base::Status()> agree;  // collective; called when all changes have been requested
  std::function<void(Graph&)> ask;      // called on the first worker
};

// Consumes `steps`, those of this worker's locations in order. Collective over the transport.
base::Status re_evaluate(const WhatIf& what_if, std::vector<LocationSteps>& steps,
                         workers::Transport& transport);

}  // namespace tarry::analysis
