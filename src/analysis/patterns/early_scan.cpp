// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/early_scan.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

// Gives completion times to each group: a late member and those behind it that wait for it.
void complete_groups(std::span<CollectiveMember> members) {
  constexpr model::Ticks kNever{INT64_MAX};
  model::Ticks first_end = kNever;   // of those that wait in the group
  std::size_t end = members.size();  // of the group
  for (std::size_t late = members.size(); late-- > 0;) {
    if (members[late].cause != CollectiveMember::kNoMember)
      first_end = std::min(first_end, members[late].end);
    else if (members[late].synchronises) {
      for (std::size_t i = late; i < end; ++i)
        if (members[i].synchronises) charge_completion(members[i], members[late].begin, first_end);
      first_end = kNever;
      end = late;
    }
  }
}

}  // namespace

void early_scan(CollectiveInstance& instance) {
  const auto members = instance.members;
  const bool has_payload =
      std::any_of(members.begin(), members.end(),
                  [](const CollectiveMember& m) { return m.sent != 0 || m.received != 0; });
  if (!has_payload) return;
  std::size_t latest = CollectiveMember::kNoMember;  // among ranks up to the current one, with data
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].sent > 0 &&
        (latest == CollectiveMember::kNoMember || members[i].begin > members[latest].begin))
      latest = i;
    if (latest == CollectiveMember::kNoMember || members[i].begin >= members[latest].begin)
      continue;
    members[i].synchronises = members[latest].synchronises = true;
    members[i].cause = latest;
    charge_wait(members[i], members[latest].begin);
  }
  complete_groups(members);
}

}  // namespace tarry::analysis
