// SPDX-License-Identifier: BSD-3-Clause
// The open visits of regions of a location, for those who want to hear of each. Without them there
// is no log.
#pragma once

#include <vector>

#include "analysis/records/visit_record.h"

namespace tarry::analysis {

class VisitLog {
 public:
  // `sink` must outlive it.
  explicit VisitLog(VisitSink& sink) : sink_(sink) {}

  // Returns the slot of a new visit. `around` is the slot of the visit around it, or kNoIndex.
  // `times` is 0 if the region goes on here and was entered elsewhere.
  std::uint32_t open(Ticks time, std::uint32_t around, std::uint64_t times) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(open_.size()));
      open_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    open_[slot] = {};
    open_[slot].number = next_++;
    open_[slot].times = times;
    if (around != kNoIndex) open_[slot].around = open_[around].number;
    sink_.entered(slot, time);
    return slot;
  }
  void charge(std::uint32_t slot, Ticks amount) { open_[slot].own += amount; }
  void join(std::uint32_t slot, std::uint64_t more) { open_[slot].times += more; }
  // Ends a visit. The log knows its times, numbers and own time.
  void close(std::uint32_t slot, VisitRecord visit) {
    const VisitRecord& known = open_[slot];
    visit.own = known.own;
    visit.number = known.number;
    visit.around = known.around;
    visit.times = known.times;
    free_.push_back(slot);
    sink_.left(slot, visit);
  }
  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) {
    sink_.counters_read(time, set, values);
  }

 private:
  VisitSink& sink_;
  std::vector<VisitRecord> open_;  // by slot
  std::vector<std::uint32_t> free_;
  std::uint64_t next_ = 0;
};

}  // namespace tarry::analysis
