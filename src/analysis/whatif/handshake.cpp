// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/handshake.h"

namespace tarry::analysis {
namespace {

using model::MpiCall;

enum class Ends : std::uint8_t { Unknown, OnItsOwn, WithTheReceive };

Ends how_ends(const ProcessRecords& process, const LocationRecords& location,
              const SendRecord& send) {
  if (location.instances[send.instance].call == MpiCall::Ssend) return Ends::WithTheReceive;
  if (send.late_receiver == kNoIndex) return Ends::Unknown;
  const Ticks posted = location.late_receivers[send.late_receiver].posted;
  const Instance& completion = completion_of(process, send);
  if (posted >= completion.leave) return Ends::OnItsOwn;
  return posted > completion.enter ? Ends::WithTheReceive : Ends::Unknown;
}

}  // namespace

const Instance& completion_of(const ProcessRecords& process, const SendRecord& send) {
  return process.locations[send.completion_location].instances[send.completion];
}

bool waits_for_receive(const ProcessRecords& process, const LocationRecords& location,
                       const SendRecord& send, const Handshake& handshake) {
  const Ends ends = how_ends(process, location, send);
  return ends == Ends::Unknown ? handshake.is_synchronous(send.bytes)
                               : ends == Ends::WithTheReceive;
}

Handshake seen_in(const std::vector<ProcessRecords>& processes) {
  Handshake seen;
  for (const ProcessRecords& process : processes)
    for (const LocationRecords& location : process.locations)
      for (const SendRecord& send : location.sends) {
        if (send.cancelled || send.completion == kNoIndex || send.late_receiver == kNoIndex)
          continue;
        const Ends ends = how_ends(process, location, send);
        if (ends == Ends::OnItsOwn) seen.add({send.bytes, seen.smallest_synchronous});
        if (ends == Ends::WithTheReceive &&
            location.instances[send.instance].call != MpiCall::Ssend)
          seen.add({seen.largest_eager, send.bytes});
      }
  return seen;
}

}  // namespace tarry::analysis
