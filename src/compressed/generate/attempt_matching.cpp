// SPDX-License-Identifier: BSD-3-Clause
// Which messages meet which receives, and when a collective operation is complete.
#include <algorithm>
#include <optional>

#include "compressed/generate/attempt.h"

namespace tarry::compressed {
namespace {

bool is_first_to_accept(const RankState& state, const ReceiveRef& receive, const Message& message) {
  const auto first = std::find_if(state.posted.begin(), state.posted.end(),
                                  [&](const ReceiveRef& each) { return each->accepts(message); });
  return first != state.posted.end() && *first == receive;
}

// Returns the ranks whose messages a receive from any source may get.
std::vector<std::uint32_t> sources_of(const RankState& state, const ReceiveRef& receive) {
  std::vector<std::uint32_t> out;
  for (const MessageRef& message : state.unexpected)
    if (receive->accepts(*message) &&
        std::find(out.begin(), out.end(), message->from) == out.end() &&
        is_first_to_accept(state, receive, *message))
      out.push_back(message->from);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

void Attempt::complete(const Operation& operation) {
  for (const OperationMember& member : operation.members) {
    if (member.call.site != operation.site)
      out_.moved[member.rank].push_back({member.call.call, operation.site});
    ready_.push_back(member.rank);
  }
  open_operations_.erase({operation.comm, operation.ordinal});
}

// Gives the messages that wait at a rank to its receives, each to the first that accepts it.
void Attempt::match(std::uint32_t rank) {
  RankState& state = states_[rank];
  for (auto message = state.unexpected.begin(); message != state.unexpected.end();) {
    const auto receive =
        std::find_if(state.posted.begin(), state.posted.end(),
                     [&](const ReceiveRef& each) { return each->accepts(**message); });
    if (receive == state.posted.end() || !(*receive)->from.has_value()) {
      ++message;
      continue;
    }
    const std::uint32_t from = (*message)->from;
    // MPI would not take it. A receive of 0 bytes may be one of unknown size.
    if ((*receive)->bytes > 0 && (*message)->bytes > (*receive)->bytes) {
      ++out_.too_large;
      if (repairs_) {
        drop(from, (*message)->place);
        message = state.unexpected.erase(message);
        continue;
      }
    }
    (*message)->is_matched = true;
    (*receive)->is_matched = true;
    // The peer is an index in the group of the communicator.
    out_.matched[rank][(*receive)->number] = {relative_peer(**receive, from), (*message)->tag,
                                              (*message)->bytes};
    ready_.push_back(rank);
    ready_.push_back(from);
    message = state.unexpected.erase(message);
    state.posted.erase(receive);
  }
}

std::int64_t Attempt::relative_peer(const PostedReceive& receive, std::uint32_t from) const {
  for (const Membership& each : own_[receive.rank]) {
    if (key_of(each) != receive.comm) continue;
    const auto peers = each.peers();
    const auto found = std::find(peers.begin(), peers.end(), from);
    return each.place.relative(static_cast<std::uint32_t>(found - peers.begin()));
  }
  return kAnyPeer;
}

// Decides what the first receive from any source gets. Returns whether there was one to decide.
bool Attempt::decide() {
  for (RankState& state : states_) {
    for (const ReceiveRef& receive : state.posted) {
      if (receive->from.has_value()) continue;
      const std::vector<std::uint32_t> sources = sources_of(state, receive);
      if (sources.empty()) continue;
      const std::size_t number = alternatives_.size();
      if (number == choices_.size()) choices_.push_back(0);
      alternatives_.push_back(sources.size());
      receive->from = sources[std::min(choices_[number], sources.size() - 1)];
      match(receive->rank);
      return true;
    }
  }
  return false;
}

}  // namespace tarry::compressed
