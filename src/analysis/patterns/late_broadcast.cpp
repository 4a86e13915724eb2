// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/late_broadcast.h"

namespace tarry::analysis {

void late_broadcast(CollectiveInstance& instance) {
  if (instance.root == CollectiveInstance::kNoRoot) return;
  const CollectiveMember& root = instance.members[instance.root];
  if (root.sent == 0) return;  // zero-size operation
  for (CollectiveMember& member : instance.members) {
    if (&member == &root || member.received == 0 || member.begin >= root.begin) continue;
    charge_wait(member, root.begin);
  }
}

}  // namespace tarry::analysis
