// SPDX-License-Identifier: BSD-3-Clause
#include "replay/membership.h"

#include <algorithm>

namespace tarry::replay {

std::vector<OwnCommunicator> own_communicators(const compress::Trace& trace, std::uint32_t rank) {
  std::vector<OwnCommunicator> own;
  for (const std::uint32_t id : trace.communicators_of(rank)) {
    const compress::Communicator& comm = trace.communicators[id];
    OwnCommunicator mine;
    mine.id = id;
    mine.is_inter = comm.is_inter;
    mine.members = comm.members;
    if (comm.is_self || comm.members.empty()) mine.members = {rank};
    const auto at = std::find(mine.members.begin(), mine.members.end(), rank);
    if (at != mine.members.end()) mine.rank = static_cast<std::uint32_t>(at - mine.members.begin());
    own.push_back(std::move(mine));
  }
  return own;
}

}  // namespace tarry::replay
