// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/late_broadcast.h"

#include <algorithm>
#include <limits>

namespace tarry::analysis {

void late_broadcast(CollectiveInstance& instance) {
  if (instance.root == CollectiveInstance::kNoRoot) return;
  CollectiveMember& root = instance.members[instance.root];
  if (root.sent == 0) return;  // zero-size operation
  const auto waits = [&](const CollectiveMember& member) {
    return &member != &root && member.received != 0 && member.begin < root.begin;
  };
  model::Ticks first_end{std::numeric_limits<std::int64_t>::max()};
  for (const CollectiveMember& member : instance.members)
    if (waits(member)) first_end = std::min(first_end, member.end);
  for (CollectiveMember& member : instance.members) {
    if (!waits(member)) continue;
    member.synchronises = root.synchronises = true;
    member.cause = instance.root;
    charge_wait(member, root.begin);
    charge_completion(member, root.begin, first_end);
  }
  if (root.synchronises) charge_completion(root, root.begin, first_end);
}

}  // namespace tarry::analysis
