// SPDX-License-Identifier: BSD-3-Clause
// What patterns can see of the calls of this worker's processes, with the counters, and the visits
// of regions around and before them, that patterns ask for.
#pragma once

#include <deque>
#include <vector>

#include "analysis/declared/call_paths.h"
#include "analysis/declared/counter_readings.h"
#include "analysis/declared/facts.h"
#include "analysis/declared/phases.h"
#include "analysis/records/process_records.h"
#include "analysis/regions/region_table.h"
#include "base/result.h"
#include "model/call_tree.h"
#include "model/trace_source.h"

namespace tarry::analysis::declared {

class CallFacts {
 public:
  // All must outlive it.
  CallFacts(const PatternSet& set, const std::vector<ProcessRecords>& processes,
            const RegionTable& regions, const model::CallTree& tree, const CallPaths& paths)
      : set_(set), processes_(processes), regions_(regions), tree_(tree), paths_(paths) {}

  // Reads the events of all locations for visits of regions and counters, if patterns ask for some.
  base::Status survey(model::TraceSource& source);
  // Returns the facts of an instance; kNoIndex: there is no call.
  [[nodiscard]] CallFact of(const ProcessRecords& process, Sibling location,
                            std::uint32_t instance) const;

 private:
  const PatternSet& set_;
  const std::vector<ProcessRecords>& processes_;
  const RegionTable& regions_;
  const model::CallTree& tree_;
  const CallPaths& paths_;
  // By location of this worker; none if no pattern asks for visits or counters.
  std::deque<CounterReadings> readings_;
  std::deque<Phases> phases_;
};

}  // namespace tarry::analysis::declared
