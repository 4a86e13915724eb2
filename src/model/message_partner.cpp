// SPDX-License-Identifier: BSD-3-Clause
#include "model/message_partner.h"

#include <algorithm>

namespace tarry::model {

Rank message_partner(const Definitions& definitions, Rank rank, const MessageRecord& message) {
  if (message.comm.index() >= definitions.communicators.size()) return {};
  const Communicator& comm = definitions.communicators[message.comm.index()];
  if (comm.is_self) return rank;
  const std::vector<Rank>* group = &comm.members;
  // In an intercommunicator, the partner is in the group that this process is not in.
  if (comm.is_inter &&
      std::find(comm.members.begin(), comm.members.end(), rank) != comm.members.end())
    group = &comm.remote_members;
  return message.peer.index() < group->size() ? (*group)[message.peer.index()] : Rank{};
}

}  // namespace tarry::model
