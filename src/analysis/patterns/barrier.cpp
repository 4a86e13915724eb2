// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/barrier.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tarry::analysis {
namespace {
constexpr model::Ticks kNever{std::numeric_limits<std::int64_t>::min()};
}  // namespace

void wait_at_barrier(CollectiveInstance& instance) {
  // What the members of each group wait for: the last begin, on an intercommunicator that of the
  // other group.
  std::array<model::Ticks, 2> cause{kNever, kNever};
  model::Ticks first_end = instance.members.front().end;
  for (const CollectiveMember& member : instance.members) {
    for (const bool remote : {false, true})
      if (!instance.inter || member.remote != remote)
        cause[remote] = std::max(cause[remote], member.begin);
    first_end = std::min(first_end, member.end);
  }
  for (CollectiveMember& member : instance.members) {
    charge_wait(member, cause[member.remote]);
    charge_completion(member, cause[member.remote], first_end);
  }
}

}  // namespace tarry::analysis
