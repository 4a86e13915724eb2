// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/wait_at_window.h"

#include <algorithm>

#include "analysis/patterns/barrier.h"

namespace tarry::analysis {

void wait_at_window(CollectiveInstance& instance) {
  if (instance.members.size() < 2) return;
  model::Ticks last_begin = instance.members.front().begin;
  model::Ticks first_end = instance.members.front().end;
  for (const CollectiveMember& member : instance.members) {
    last_begin = std::max(last_begin, member.begin);
    first_end = std::min(first_end, member.end);
  }
  if (first_end > last_begin) wait_at_barrier(instance);
}

}  // namespace tarry::analysis
