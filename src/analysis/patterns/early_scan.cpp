// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/early_scan.h"

#include <algorithm>

namespace tarry::analysis {

void early_scan(CollectiveInstance& instance) {
  const bool has_payload =
      std::any_of(instance.members.begin(), instance.members.end(),
                  [](const CollectiveMember& m) { return m.sent != 0 || m.received != 0; });
  if (!has_payload) return;
  const CollectiveMember* latest = nullptr;  // among ranks up to the current one, with data
  for (CollectiveMember& member : instance.members) {
    if (member.sent > 0 && (latest == nullptr || member.begin > latest->begin)) latest = &member;
    if (latest != nullptr && member.begin < latest->begin) charge_wait(member, latest->begin);
  }
}

}  // namespace tarry::analysis
