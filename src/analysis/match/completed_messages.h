// SPDX-License-Identifier: BSD-3-Clause
// The work of the calls of one process that complete point-to-point messages: their bytes and
// partners, and the time that they take without their known waits.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/records/process_records.h"
#include "analysis/regions/call_classes.h"

namespace tarry::analysis {

inline bool may_wait_for_progress(const Instance& instance) {
  if (instance.damaged) return false;
  if (instance.region_class == model::RegionClass::MpiRmaSyncPassive ||
      instance.region_class == model::RegionClass::MpiRmaCommunication)
    return true;
  if (instance.region_class != model::RegionClass::MpiPointToPoint) return false;
  switch (instance.call) {
    case model::MpiCall::Send:
    case model::MpiCall::Ssend:
    case model::MpiCall::SendOther:
    case model::MpiCall::Recv:
    case model::MpiCall::Sendrecv:
    case model::MpiCall::Wait:
    case model::MpiCall::WaitMany:
      return true;
    default:
      return false;
  }
}

// The calls that complete messages of one process, by location and instance.
class CompletedMessages {
 public:
  struct Call {
    std::uint64_t bytes = 0;
    Ticks waits;  // known ones
    bool has_any = false;
    bool is_far = false;  // a partner is on another host
  };

  // Calls visit(location, instance, partner, bytes) for each message.
  template <class Visit>
  static void for_each(const ProcessRecords& process, Visit visit) {
    for (const LocationRecords& records : process.locations)
      for (const SendRecord& send : records.sends)
        if (!send.cancelled && send.completion != kNoIndex && send.destination != process.rank)
          visit(send.completion_location, send.completion, send.destination, send.bytes);
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (const ReceiveRecord& receive : process.locations[l].receives)
        if (receive.matched && receive.source != process.rank)
          visit(static_cast<Sibling>(l), receive.instance, receive.source, receive.bytes);
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (const RmaRecord& record : process.locations[l].rma.records)
        if (needs_target(record.kind) && record.target.valid() && record.target != process.rank)
          visit(static_cast<Sibling>(l), record.instance, record.target, 0);
  }

  // Returns whether a record of one-sided communication counts as a message to its target.
  static bool needs_target(RmaKind kind) {
    return kind == RmaKind::Operation || kind == RmaKind::Completion || kind == RmaKind::Lock ||
           kind == RmaKind::Unlock;
  }

  void of(const ProcessRecords& process, const std::vector<std::uint32_t>& host_of) {
    calls_.resize(process.locations.size());
    for (std::size_t l = 0; l < calls_.size(); ++l) {
      const LocationRecords& records = process.locations[l];
      calls_[l].assign(records.instances.size(), {});
      for (const WaitState& wait : records.waits) calls_[l][wait.instance].waits += wait.amount;
    }
    const auto host = [&](Rank rank) {
      return rank.index() < host_of.size() ? host_of[rank.index()] : 0;
    };
    for_each(process,
             [&](Sibling location, std::uint32_t instance, Rank partner, std::uint64_t bytes) {
               Call& call = calls_[location][instance];
               call.has_any = true;
               call.bytes += bytes;
               call.is_far |= host(partner) != host(process.rank);
             });
  }

  // Calls visit(location, instance, class, rest) for calls that may wait.
  template <class Visit>
  void for_each_call(const ProcessRecords& process, Visit visit) const {
    for (std::size_t l = 0; l < calls_.size(); ++l) {
      const LocationRecords& records = process.locations[l];
      for (std::uint32_t i = 0; i < calls_[l].size(); ++i) {
        const Call& call = calls_[l][i];
        if (!call.has_any || !may_wait_for_progress(records.instances[i])) continue;
        const Ticks rest = base::positive_part(records.exclusive_duration(i) - call.waits);
        visit(static_cast<Sibling>(l), i,
              CallClasses::of(records.instances[i].call, call.bytes, call.is_far), rest);
      }
    }
  }

 private:
  std::vector<std::pmr::vector<Call>> calls_;
};

}  // namespace tarry::analysis
