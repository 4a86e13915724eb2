// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/finish/own_communicators.h"

#include <algorithm>

namespace tarry::compressed {

using trace::eventlog::CommKey;
using trace::eventlog::LocalComm;

std::vector<CommKey> communicator_order(const trace::eventlog::DefinitionSet& unified) {
  std::vector<CommKey> order;
  for (const auto& [key, comm] : unified.communicators)
    if (comm.kind != "team") order.push_back(key);
  return order;
}

CommPositions positions_in(const Memberships& own, const std::vector<CommKey>& order,
                           const std::vector<LocalComm>& local) {
  CommPositions positions;
  for (const LocalComm& comm : local) {
    const auto key = std::lower_bound(order.begin(), order.end(), comm.key);
    const auto index = static_cast<std::uint32_t>(key - order.begin());
    const auto at = std::lower_bound(
        own.begin(), own.end(), index,
        [](const Membership& each, std::uint32_t wanted) { return each.communicator < wanted; });
    const bool found = comm.known && key != order.end() && *key == comm.key && at != own.end() &&
                       at->communicator == index;
    positions.push_back(found ? at - own.begin() : kUnknown);
  }
  return positions;
}

}  // namespace tarry::compressed
