// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/wait_for_neighbors.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

// Makes the time by which a call went on after that of the other one its completion.
void complete(CollectiveMember& member, const CollectiveMember& other) {
  member.completion = std::max(member.completion, base::positive_part(member.end - other.end));
}

}  // namespace

void wait_for_neighbors(CollectiveInstance& instance) {
  if (instance.in_neighbors.size() != instance.members.size()) return;
  const auto members = instance.members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::size_t latest = i;
    for (const std::uint32_t j : instance.in_neighbors[i])
      if (instance.gives(j, i) && members[j].begin > members[latest].begin) latest = j;
    if (latest == i) continue;
    members[i].synchronises = members[latest].synchronises = true;
    members[i].cause = latest;
    charge_wait(members[i], members[latest].begin);
  }
  for (CollectiveMember& member : members) {
    if (member.cause == CollectiveMember::kNoMember) continue;
    CollectiveMember& awaited = members[member.cause];
    complete(member, awaited);
    if (awaited.cause == CollectiveMember::kNoMember) complete(awaited, member);
  }
}

}  // namespace tarry::analysis
