// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/barrier.h"

#include <algorithm>
#include <array>

namespace tarry::analysis {
void wait_at_barrier(CollectiveInstance& instance) {
  // The member that each group waits for: the last to begin (the lowest rank among equals), and on
  // an intercommunicator the last of the other group.
  std::array<const CollectiveMember*, 2> cause{};
  model::Ticks first_end = instance.members.front().end;
  for (const CollectiveMember& member : instance.members) {
    for (const bool remote : {false, true})
      if (!instance.inter || member.remote != remote)
        if (cause[remote] == nullptr || member.begin > cause[remote]->begin)
          cause[remote] = &member;
    first_end = std::min(first_end, member.end);
  }
  for (CollectiveMember& member : instance.members) {
    const CollectiveMember* awaited = cause[member.remote];
    if (awaited == nullptr) continue;  // an empty group
    member.synchronises = true;
    member.cause = static_cast<std::size_t>(awaited - instance.members.data());
    charge_wait(member, awaited->begin);
    charge_completion(member, awaited->begin, first_end);
  }
}

}  // namespace tarry::analysis
