// SPDX-License-Identifier: BSD-3-Clause
// The account of a location with what only calls of MPI have: the wait states that were charged,
// and calls that complete several operations. Such a call has one wait state, the largest
// (docs/definitions.md, "Limits of a wait").
#pragma once

#include <algorithm>
#include <utility>

#include "analysis/patterns/account.h"

namespace tarry::analysis {

inline bool completes_many(const Instance& instance) {
  return instance.call == model::MpiCall::WaitMany;
}

// The wait states that a call which completes several operations may have.
struct Candidates {
  Ticks late_sender;
  std::uint32_t receive = kNoIndex;
  Ticks late_receiver;
  RecordRef send;
  Ticks collective;
  RecordRef collective_record;
  bool with_collective = false;  // the call completes a collective operation, which waited or not

  enum class Largest : std::uint8_t { None, LateSender, Collective, LateReceiver };
  // Equal ones come in this order. If the call completes no collective operation, a Late Sender
  // comes before all Late Receivers, whatever their size.
  [[nodiscard]] Largest largest() const {
    const Ticks others = with_collective ? std::max(collective, late_receiver) : Ticks{0};
    if (late_sender.count > 0 && late_sender >= others) return Largest::LateSender;
    if (collective.count > 0 && collective >= late_receiver) return Largest::Collective;
    return late_receiver.count > 0 ? Largest::LateReceiver : Largest::None;
  }
};

class MpiAccount : public Account {
 public:
  using Account::Account;

  Candidates& candidates(std::uint32_t instance) {
    if (slots_.empty()) slots_.assign(records().instances.size(), kNoIndex);
    if (slots_[instance] == kNoIndex) {
      slots_[instance] = static_cast<std::uint32_t>(candidates_.size());
      candidates_.emplace_back();
    }
    return candidates_[slots_[instance]];
  }
  // Calls visit(instance, candidates) for all instances that have candidates, in their order.
  template <class Visit>
  void for_each_candidates(Visit visit) {
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
      if (slots_[i] != kNoIndex) visit(i, candidates_[slots_[i]]);
  }

  // Charges a wait state and keeps the record that it was for. Returns what was charged.
  Ticks charge_wait(std::uint32_t instance, model::MetricId to, Ticks amount, WaitKind kind,
                    RecordRef record) {
    const Ticks charged = charge(instance, to, amount);
    if (charged.count != 0)
      waits_.push_back({charged, instance, callpath(instance), record, kind, to, {}});
    return charged;
  }
  // Returns the number of the wait state that was kept last.
  [[nodiscard]] std::uint32_t last_wait() const {
    return static_cast<std::uint32_t>(waits_.size()) - 1;
  }
  void name_part(std::uint32_t wait, model::MetricId part) { waits_[wait].part = part; }
  std::pmr::vector<WaitState> take_waits() { return std::move(waits_); }

 private:
  std::pmr::vector<std::uint32_t> slots_;  // by instance: place of its candidates
  std::pmr::vector<Candidates> candidates_;
  std::pmr::vector<WaitState> waits_;
};

}  // namespace tarry::analysis
