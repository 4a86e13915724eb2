// SPDX-License-Identifier: BSD-3-Clause
// Reads the counters of a location, from the first reading on.
#pragma once

#include <optional>
#include <span>

#include "analysis/extract/counter_sums.h"
#include "analysis/extract/exclusive_time.h"

namespace tarry::analysis {

class CounterTracker {
 public:
  CounterTracker(LocationExtraction& location, ExclusiveTime& time)
      : location_(location), time_(time) {}

  void read(Ticks time, model::CounterSetId set, std::span<const model::CounterValue> values) {
    if (!sums_) sums_.emplace(location_.definitions);
    if (sums_->read({time, time_.stretch()}, time_.run().begin, set, values))
      sums_->charge(time_.run().callpath, time_.callpath());
  }

  // Keeps the sums after the last event.
  void finish() {
    if (sums_) location_.records.counters = sums_->finish(location_.anomalies);
  }

 private:
  LocationExtraction& location_;
  ExclusiveTime& time_;
  std::optional<CounterSums> sums_;
};

}  // namespace tarry::analysis
