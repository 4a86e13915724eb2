// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/wait_nxn.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tarry::analysis {
namespace {

using model::Ticks;

// Returns the latest member with `wanted`, the lowest rank among equals; nullptr if there is none.
template <class Wanted>
const CollectiveMember* latest(const CollectiveInstance& instance, Wanted wanted) {
  const CollectiveMember* found = nullptr;
  for (const CollectiveMember& member : instance.members)
    if (wanted(member) && (found == nullptr || member.begin > found->begin)) found = &member;
  return found;
}

}  // namespace

void wait_at_nxn(CollectiveInstance& instance) {
  const auto& members = instance.members;
  const bool has_payload = std::any_of(
      members.begin(), members.end(), [](const auto& m) { return m.sent != 0 || m.received != 0; });
  if (!has_payload) return;

  Ticks last_begin = members.front().begin;
  Ticks first_end = members.front().end;
  for (const CollectiveMember& member : members) {
    last_begin = std::max(last_begin, member.begin);
    first_end = std::min(first_end, member.end);
  }
  const bool full_overlap = first_end > last_begin;

  // The member that each of the two groups waits for; an intracommunicator has one group.
  std::array<const CollectiveMember*, 2> cause{};
  for (const bool remote : {false, true}) {
    cause[remote] = latest(instance, [&](const CollectiveMember& m) {
      const bool counts = full_overlap || m.sent > 0;
      return counts && (!instance.inter || m.remote != remote);
    });
  }

  const auto synchronises = [&](const CollectiveMember& member) {
    if (full_overlap) return true;
    if (&member == cause[0] || &member == cause[1]) return true;
    const CollectiveMember* awaited = cause[member.remote];
    return awaited != nullptr && member.received > 0 && member.begin < awaited->begin;
  };

  bool any = false;
  Ticks first_synchronised_end;
  for (const CollectiveMember& member : members) {
    if (!synchronises(member)) continue;
    first_synchronised_end = any ? std::min(first_synchronised_end, member.end) : member.end;
    any = true;
  }
  for (CollectiveMember& member : members) {
    if (!synchronises(member)) continue;
    const CollectiveMember* awaited = cause[member.remote];
    const Ticks until = awaited != nullptr ? awaited->begin : member.begin;
    member.synchronises = true;
    if (awaited != nullptr) member.cause = static_cast<std::size_t>(awaited - members.data());
    charge_wait(member, until);
    charge_completion(member, until, first_synchronised_end);
  }
}

}  // namespace tarry::analysis
