// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/early_reduce.h"

namespace tarry::analysis {

void early_reduce(CollectiveInstance& instance) {
  if (instance.root == CollectiveInstance::kNoRoot) return;
  CollectiveMember& root = instance.members[instance.root];
  if (root.received == 0) return;  // zero-size operation
  const CollectiveMember* latest = nullptr;
  for (const CollectiveMember& member : instance.members)
    if (member.sent > 0 && (latest == nullptr || member.begin > latest->begin)) latest = &member;
  if (latest != nullptr && root.begin < latest->begin) charge_wait(root, latest->begin);
}

}  // namespace tarry::analysis
