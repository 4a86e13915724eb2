// SPDX-License-Identifier: BSD-3-Clause
// What a run that repairs drops.
#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "compressed/generate/attempt.h"
#include "compressed/generate/waiting_ranks.h"

namespace tarry::compressed {

// No rank can go on. Drops all that waits for ranks that have ended; if there is nothing, one
// receive of a cycle, or one operation if it has none. Returns whether something was dropped.
bool Attempt::drop_what_never_comes() {
  std::vector<Request> hopeless;
  for (const RankState& state : states_) {
    if (!state.is_in_call) continue;
    for (const Request& request : state.waits)
      if (!is_done(request) && is_hopeless(request, states_)) hopeless.push_back(request);
  }
  if (hopeless.empty()) {
    std::optional<Request> in_cycle;
    for (const WaitingRank& each : waiting_chain(trace_, states_).ranks) {
      const Request* const request = first_wait(states_[each.rank]);
      const bool is_receive = std::holds_alternative<ReceiveRef>(*request);
      if (!in_cycle || is_receive) in_cycle = *request;
      if (is_receive) break;
    }
    if (!in_cycle) return false;
    hopeless.push_back(std::move(*in_cycle));
  }
  for (const Request& request : hopeless)
    if (!is_done(request)) drop(request);
  return true;
}

void Attempt::drop(const Request& request) {
  if (const auto* receive = std::get_if<ReceiveRef>(&request)) {
    (*receive)->is_dropped = true;
    std::erase(states_[(*receive)->rank].posted, *receive);
    drop((*receive)->rank, (*receive)->place);
    ready_.push_back((*receive)->rank);
  } else if (const auto* operation = std::get_if<OperationRef>(&request)) {
    (*operation)->is_dropped = true;
    for (const OperationMember& member : (*operation)->members) {
      drop(member.rank, member.place);
      ready_.push_back(member.rank);
    }
    // Members that come later leave it out, too.
    dropped_operations_.emplace((*operation)->comm, (*operation)->ordinal);
    open_operations_.erase({(*operation)->comm, (*operation)->ordinal});
  }
}

void Attempt::drop(std::uint32_t rank, const ActionPlace& place) {
  out_.dropped[rank].push_back(place);
}

// All ranks have come to their end: what waits at one of them is not received any more.
void Attempt::drop_messages() {
  for (RankState& state : states_) {
    for (const MessageRef& message : state.unexpected) drop(message->from, message->place);
    state.unexpected.clear();
  }
}

}  // namespace tarry::compressed
