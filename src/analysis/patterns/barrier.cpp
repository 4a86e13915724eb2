// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/barrier.h"

#include <algorithm>

namespace tarry::analysis {

void wait_at_barrier(CollectiveInstance& instance) {
  model::Ticks last_begin = instance.members.front().begin;
  model::Ticks first_end = instance.members.front().end;
  for (const CollectiveMember& member : instance.members) {
    last_begin = std::max(last_begin, member.begin);
    first_end = std::min(first_end, member.end);
  }
  for (CollectiveMember& member : instance.members) {
    charge_wait(member, last_begin);
    charge_completion(member, last_begin, first_end);
  }
}

}  // namespace tarry::analysis
