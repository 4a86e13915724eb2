// SPDX-License-Identifier: BSD-3-Clause
// The steps of one location while they are collected, in any order. A slot is a moment that may be
// a step: enter and leave of each instance, and others.
#pragma once

#include <algorithm>
#include <limits>
#include <memory_resource>
#include <vector>

#include "analysis/records/location_records.h"
#include "analysis/whatif/step_log.h"

namespace tarry::analysis {

class SlotTable {
 public:
  // Begins another location. The records must outlive it.
  void begin(const LocationRecords& records);

  static std::uint32_t enter(std::uint32_t instance) { return 2 * instance; }
  static std::uint32_t leave(std::uint32_t instance) { return 2 * instance + 1; }
  // Another moment; among others at the same time it is the one before or behind a slot. The end of
  // an operation has its call path.
  std::uint32_t add_before(std::uint32_t slot, Ticks time) { return add(time, 2 * slot, {}); }
  std::uint32_t add_behind(std::uint32_t slot, Ticks time, CallPathId operation) {
    return add(time, 2 * slot + 2, operation);
  }

  // The operation begins later than its region.
  void move(std::uint32_t slot, Ticks time) { times_[slot] = std::max(times_[slot], time); }
  // What comes next is an operation of all processes.
  void meets_everybody(std::uint32_t slot) { everybody_.push_back(slot); }
  // This is a step even if it neither gives nor needs anything.
  void keep(std::uint32_t slot) { kept_.push_back(slot); }

  void give(std::uint32_t slot, const Link& link) {
    items_.push_back({link.key, kBefore, slot, kNoIndex, link.kind, false});
  }
  // `ready`: when it was there, if that may be after the step before. What was there only after the
  // step itself is not waited for: clocks that differ.
  void need(std::uint32_t slot, const Link& link, Ticks ready = kBefore) {
    if (ready > times_[slot]) return;
    const auto meeting = static_cast<std::uint32_t>(meetings_.size());
    const bool is_meeting = link.arrivals != 0;
    if (is_meeting) meetings_.push_back({link.arrivals, link.needs});
    items_.push_back({link.key, ready, slot, is_meeting ? meeting : kNoIndex, link.kind, true,
                      link.from_any_source});
  }

  // After the last. The time at which the location begins: that of its first event, or kBefore if
  // it begins when another thread lets it (only then its first step needs something).
  Ticks write(StepLog& log);

 private:
  struct Moment {
    std::uint32_t rank;  // among slots at the same time; that of a slot of an instance is odd
    CallPathId operation;
  };
  struct Item {
    std::uint64_t key;
    Ticks ready;
    std::uint32_t slot;
    std::uint32_t meeting;  // in `meetings_`: where several come together
    Link::Kind kind;
    bool is_need;
    bool from_any_source = false;
  };
  struct Meeting {
    std::uint32_t arrivals, needs;
  };

  std::uint32_t add(Ticks time, std::uint32_t rank, CallPathId operation);
  [[nodiscard]] const Moment& moment(std::uint32_t slot) const {
    return moments_[slot - 2 * records_->instances.size()];
  }
  [[nodiscard]] std::uint32_t rank(std::uint32_t slot) const {
    return is_of_instance(slot) ? 2 * slot + 1 : moment(slot).rank;
  }
  [[nodiscard]] bool is_of_instance(std::uint32_t slot) const {
    return slot < 2 * records_->instances.size();
  }
  [[nodiscard]] const Instance& instance(std::uint32_t slot) const {
    return records_->instances[slot / 2];
  }
  [[nodiscard]] bool is_step(std::uint32_t slot) const;
  [[nodiscard]] bool is_begin(std::uint32_t slot) const;
  void index_items();
  [[nodiscard]] std::pmr::vector<std::uint32_t> in_order() const;
  void describe(std::uint32_t slot, Step& step, std::uint32_t& sections) const;

  [[nodiscard]] Link link_of(const Item& item) const;

  const LocationRecords* records_ = nullptr;
  std::pmr::vector<Ticks> times_;  // by slot
  std::pmr::vector<Item> items_;
  std::vector<Meeting> meetings_;
  std::vector<Moment> moments_;                  // of the slots after those of instances
  std::vector<std::uint32_t> everybody_, kept_;  // slots
  std::pmr::vector<std::uint32_t> first_;        // by slot: where its items begin
  std::pmr::vector<std::uint32_t> next_;
  std::pmr::vector<std::uint32_t> by_slot_;  // items
};

}  // namespace tarry::analysis
