// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/late_neighbor.h"

namespace tarry::analysis {

void late_neighbor(CollectiveInstance& instance) {
  if (instance.inter) return;  // ranks of two groups have no neighbors
  const auto members = instance.members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::size_t latest = i;
    if (i > 0 && members[i - 1].begin > members[latest].begin) latest = i - 1;
    if (i + 1 < members.size() && members[i + 1].begin > members[latest].begin) latest = i + 1;
    if (latest == i) continue;
    members[i].cause = latest;
    charge_wait(members[i], members[latest].begin);
  }
}

}  // namespace tarry::analysis
