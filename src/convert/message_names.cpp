// SPDX-License-Identifier: BSD-3-Clause
#include "convert/message_names.h"

#include <algorithm>

namespace tarry::convert {

using model::MessageRecord;
using model::Rank;

Rank MessageNames::partner(Rank rank, const MessageRecord& message) const {
  if (message.comm.index() >= definitions_.communicators.size()) return {};
  const model::Communicator& comm = definitions_.communicators[message.comm.index()];
  if (comm.is_self) return rank;
  const std::vector<Rank>* group = &comm.members;
  // In an intercommunicator, the partner is in the group that this process is not in.
  if (comm.is_inter &&
      std::find(comm.members.begin(), comm.members.end(), rank) != comm.members.end())
    group = &comm.remote_members;
  return message.peer.index() < group->size() ? (*group)[message.peer.index()] : Rank{};
}

std::string MessageNames::of_send(Rank rank, const MessageRecord& message) {
  const Rank to = partner(rank, message);
  const Key key{rank, to, message.comm, message.tag};
  return to.valid() ? name(key, sends_[key]++) : "";
}

std::string MessageNames::of_receive(Rank rank, const MessageRecord& message) {
  const Rank from = partner(rank, message);
  const Key key{from, rank, message.comm, message.tag};
  return from.valid() ? name(key, receives_[key]++) : "";
}

std::string MessageNames::name(const Key& key, std::uint64_t number) {
  const auto& [from, to, comm, tag] = key;
  return std::to_string(from.value) + '>' + std::to_string(to.value) + '/' +
         std::to_string(comm.value) + '/' + std::to_string(tag) + '#' + std::to_string(number);
}

}  // namespace tarry::convert
