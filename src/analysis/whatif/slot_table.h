// SPDX-License-Identifier: BSD-3-Clause
// Collects the steps of one location in any order. A slot is a moment that may be a step: enter and
// leave of each instance, and others.
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
  // Adds another moment. Among moments at the same time it comes directly before or after a slot.
  // The end of an operation has the call path of the operation.
  std::uint32_t add_before(std::uint32_t slot, Ticks time) { return add(time, 2 * slot, {}); }
  std::uint32_t add_behind(std::uint32_t slot, Ticks time, CallPathId operation) {
    return add(time, 2 * slot + 2, operation);
  }

  // Sets the begin of an operation that begins later than its region.
  void move(std::uint32_t slot, Ticks time) { times_[slot] = std::max(times_[slot], time); }
  // Notes that the slot is followed by an operation of all processes.
  void meets_everybody(std::uint32_t slot) { everybody_.push_back(slot); }
  // Makes the slot a step even if it has no links.
  void keep(std::uint32_t slot) { kept_.push_back(slot); }

  void give(std::uint32_t slot, const Link& link) {
    items_.push_back({link.key, kBefore, slot, kNoIndex, link.kind, false});
  }
  // `ready`: when the need was met, if that may be after the previous step. A need that was met
  // only after the step itself is dropped: the clocks differ.
  void need(std::uint32_t slot, const Link& link, Ticks ready = kBefore) {
    if (ready > times_[slot]) return;
    const auto meeting = static_cast<std::uint32_t>(meetings_.size());
    const bool is_meeting = link.arrivals != 0;
    if (is_meeting) meetings_.push_back({link.arrivals, link.needs});
    items_.push_back({link.key, ready, slot, is_meeting ? meeting : kNoIndex, link.kind, true,
                      link.from_any_source});
  }

  // Writes the steps; called after the last addition. Returns the begin of the location: the time
  // of its first event, or kBefore if another thread lets it begin (then its first step has a
  // need).
  Ticks write(StepLog& log);

 private:
  struct Moment {
    std::uint32_t rank;  // among slots at the same time; slots of instances have odd ones
    CallPathId operation;
  };
  struct Item {
    std::uint64_t key;
    Ticks ready;
    std::uint32_t slot;
    std::uint32_t meeting;  // in `meetings_`: if several come together
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
  std::vector<Moment> moments_;                  // moments of the slots after those of instances
  std::vector<std::uint32_t> everybody_, kept_;  // slots
  std::pmr::vector<std::uint32_t> first_;        // by slot: begin of its items
  std::pmr::vector<std::uint32_t> next_;
  std::pmr::vector<std::uint32_t> by_slot_;  // items
};

}  // namespace tarry::analysis
