// SPDX-License-Identifier: BSD-3-Clause
#include "compress/finish/own_communicators.h"

#include <algorithm>

namespace tarry::compress {

using trace::recording::CommKey;
using trace::recording::LocalComm;

std::vector<CommKey> communicator_order(const trace::recording::DefinitionSet& unified) {
  std::vector<CommKey> order;
  for (const auto& [key, comm] : unified.communicators)
    if (comm.kind != "team") order.push_back(key);
  return order;
}

CommPositions positions_in(const Trace& all, const std::vector<CommKey>& order, std::uint32_t rank,
                           const std::vector<LocalComm>& local) {
  const std::vector<std::uint32_t> own = all.communicators_of(rank);
  CommPositions positions;
  for (const LocalComm& comm : local) {
    const auto key = std::lower_bound(order.begin(), order.end(), comm.key);
    const auto index = static_cast<std::uint32_t>(key - order.begin());
    const auto at = std::lower_bound(own.begin(), own.end(), index);
    const bool found =
        comm.known && key != order.end() && *key == comm.key && at != own.end() && *at == index;
    positions.push_back(found ? at - own.begin() : kUnknown);
  }
  return positions;
}

}  // namespace tarry::compress
