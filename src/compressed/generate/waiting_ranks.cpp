// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/waiting_ranks.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tarry::compressed {
namespace {

void describe(const PostedReceive& receive, const std::deque<RankState>& states, WaitingRank& out) {
  const std::string tag =
      receive.tag == kAnyTag ? " with any tag" : " with tag " + std::to_string(receive.tag);
  if (receive.from) {
    out.waits_for = *receive.from;
    out.reason = "a message from rank " + std::to_string(*receive.from) + tag;
    return;
  }
  out.reason = "a message from any rank" + tag;
  for (std::uint32_t rank = 0; rank < states.size(); ++rank)
    if (rank != receive.rank && states[rank].is_in_call) {
      out.waits_for = rank;
      return;
    }
}

void describe(const Operation& operation, WaitingRank& out) {
  out.reason = "all members of its communicator";
  if (operation.group == nullptr) return;
  for (const std::uint32_t rank : *operation.group)
    if (!operation.has(rank)) {
      out.waits_for = rank;
      out.reason = "the collective call of rank " + std::to_string(rank);
      return;
    }
}

// Returns what a rank waits for, one of the reasons; nothing if it has ended.
std::optional<WaitingRank> reason(const Trace& trace, const std::deque<RankState>& states,
                                  std::uint32_t rank) {
  const RankState& state = states[rank];
  const Request* const request = first_wait(state);
  if (request == nullptr) return std::nullopt;
  const Site& site = trace.sites[trace.events[state.call.event].site.index()];
  WaitingRank out{rank, site.function, state.calls - 1, rank, ""};
  if (const auto* message = std::get_if<MessageRef>(request)) {
    out.waits_for = (*message)->to;
    out.reason = "that rank " + std::to_string((*message)->to) + " receives its message with tag " +
                 std::to_string((*message)->tag);
  } else if (const auto* receive = std::get_if<ReceiveRef>(request)) {
    describe(**receive, states, out);
  } else {
    describe(*std::get<OperationRef>(*request), out);
  }
  return out;
}

bool has_stopped(const RankState& state) { return state.has_ended && !state.is_in_call; }

}  // namespace

WaitingChain waiting_chain(const Trace& trace, const std::deque<RankState>& states) {
  const auto first = std::find_if(states.begin(), states.end(),
                                  [](const RankState& state) { return state.is_in_call; });
  if (first == states.end()) return {};
  constexpr std::size_t kNotYet = SIZE_MAX;
  std::vector<std::size_t> place(states.size(), kNotYet);  // in the chain, by rank
  WaitingChain out;
  auto rank = static_cast<std::uint32_t>(first - states.begin());
  for (;;) {
    if (place[rank] != kNotYet) {
      out.ranks.erase(out.ranks.begin(),
                      out.ranks.begin() + static_cast<std::ptrdiff_t>(place[rank]));
      out.is_cycle = true;
      return out;
    }
    std::optional<WaitingRank> waiting = reason(trace, states, rank);
    if (!waiting) return out;  // it has ended
    place[rank] = out.ranks.size();
    rank = waiting->waits_for;
    out.ranks.push_back(std::move(*waiting));
  }
}

bool is_hopeless(const Request& request, const std::deque<RankState>& states) {
  if (const auto* receive = std::get_if<ReceiveRef>(&request)) {
    const std::optional<std::uint32_t>& from = (*receive)->from;
    if (from) return *from == (*receive)->rank || has_stopped(states[*from]);
    return std::count_if(states.begin(), states.end(), has_stopped) + 1 >= std::ssize(states);
  }
  const auto* operation = std::get_if<OperationRef>(&request);
  if (operation == nullptr || (*operation)->group == nullptr) return false;
  const std::vector<std::uint32_t>& group = *(*operation)->group;
  return std::any_of(group.begin(), group.end(), [&](std::uint32_t rank) {
    return has_stopped(states[rank]) && !(*operation)->has(rank);
  });
}

}  // namespace tarry::compressed
