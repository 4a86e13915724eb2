// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/early_reduce.h"

#include <algorithm>

namespace tarry::analysis {

void early_reduce(CollectiveInstance& instance) {
  if (instance.root == CollectiveInstance::kNoRoot) return;
  CollectiveMember& root = instance.members[instance.root];
  if (root.received == 0) return;  // zero-size operation
  CollectiveMember* latest = nullptr;
  for (CollectiveMember& member : instance.members)
    if (member.sent > 0 && (latest == nullptr || member.begin > latest->begin)) latest = &member;
  if (latest == nullptr || root.begin >= latest->begin) return;
  const model::Ticks first_end = std::min(root.end, latest->end);
  root.synchronises = latest->synchronises = true;
  root.cause = static_cast<std::size_t>(latest - instance.members.data());
  charge_wait(root, latest->begin);
  charge_completion(root, latest->begin, first_end);
  charge_completion(*latest, latest->begin, first_end);
}

}  // namespace tarry::analysis
