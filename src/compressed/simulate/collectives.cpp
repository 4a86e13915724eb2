// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/collectives.h"

#include <algorithm>

namespace tarry::simulate {

using model::CollectiveOp;
using model::CollectiveShape;

namespace {

constexpr std::size_t kMostContradictions = 20;

// Returns whether this call is the root's.
bool is_root(const CollectiveCall& call, bool is_inter) {
  if (is_inter) return call.root == compressed::kRootSelf;
  return call.root == std::int64_t{call.rank};
}

}  // namespace

Collectives::Collectives(const compressed::Trace& trace, const NetworkModel& model,
                         Completions& completions)
    : trace_(trace), cost_(model), completions_(completions), states_(trace.communicators.size()) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const compressed::Communicator& comm = trace.communicators[i];
    states_[i].sizes[0] = static_cast<std::uint32_t>(comm.members.size());
    states_[i].sizes[1] = static_cast<std::uint32_t>(comm.remote_members.size());
    states_[i].calls.resize(comm.members.size() + comm.remote_members.size());
  }
}

std::size_t Collectives::slot(const CollectiveCall& call) const {
  return call.rank + (call.in_remote_group ? states_[call.comm].sizes[0] : 0);
}

std::uint64_t Collectives::next_number(const CollectiveCall& call) {
  State& state = states_[call.comm];
  return state.calls.empty() ? 0 : state.calls[slot(call)]++;
}

void Collectives::note_contradiction(const CollectiveCall& call, const Operation& operation) {
  if (call.op == operation.op || contradictions_.size() == kMostContradictions) return;
  contradictions_.push_back("rank " + std::to_string(call.world_rank) + " calls " +
                            std::string(info(call.op).word) + " on " +
                            trace_.communicators[call.comm].name + " where others call " +
                            std::string(info(operation.op).word));
}

void Collectives::arrive(const CollectiveCall& call, std::uint64_t number, Nanoseconds now,
                         CompletionId done) {
  State& state = states_[call.comm];
  if (state.sizes[0] + state.sizes[1] < 2) {  // alone
    completions_.resolve(done, now);
    return;
  }
  while (state.first + state.operations.size() <= number) state.operations.emplace_back();
  Operation& operation = state.operations[number - state.first];
  if (!operation.is_open) {
    operation.is_open = true;
    operation.op = call.op;
  }
  note_contradiction(call, operation);
  const int group = call.in_remote_group ? 1 : 0;
  ++operation.arrived[group];
  operation.latest[group] = std::max(operation.latest[group], now);
  operation.all[group] = std::max(operation.all[group], call.size.all);
  const Waiting member{done, now};
  switch (info(operation.op).shape) {
    case CollectiveShape::OneToN:
      arrive_from_root(state, operation, call, member);
      break;
    case CollectiveShape::NToOne:
      arrive_at_root(state, operation, call, member);
      break;
    case CollectiveShape::Prefix:
      arrive_in_order(operation, call, member);
      break;
    case CollectiveShape::Neighborhood:  // the trace does not tell who the neighbors are
      completions_.resolve(member.done, member.time);
      break;
    default:
      operation.waiting[awaited(state, call)].push_back(member);
      break;
  }
  if (info(operation.op).shape != CollectiveShape::OneToN)
    for (const int each : {0, 1}) release_complete(state, operation, each);
  while (!state.operations.empty() && state.operations.front().arrived[0] == state.sizes[0] &&
         state.operations.front().arrived[1] == state.sizes[1]) {
    state.operations.pop_front();
    ++state.first;
  }
}

// Lets those go that wait for all members of a group, if all are there.
void Collectives::release_complete(const State& state, Operation& operation, int group) {
  if (operation.waiting[group].empty() || operation.arrived[group] < state.sizes[group]) return;
  const std::uint64_t all = std::max(operation.all[0], operation.all[1]);
  const std::uint32_t members = std::max(state.sizes[0], state.sizes[1]);
  const Nanoseconds cost = cost_.whole(operation.op, members, all);
  for (const Waiting& member : operation.waiting[group])
    completions_.resolve(member.done, std::max(member.time, operation.latest[group]) + cost);
  operation.waiting[group].clear();
}

void Collectives::arrive_from_root(const State& state, Operation& operation,
                                   const CollectiveCall& call, const Waiting& member) {
  const bool is_inter = state.sizes[1] != 0;
  const std::uint32_t members = std::max(state.sizes[0], state.sizes[1]);
  const auto end_of = [&](const Waiting& waiting) {
    const std::uint64_t all = std::max(operation.all[0], operation.all[1]);
    return std::max(waiting.time, operation.root_time + cost_.whole(operation.op, members, all));
  };
  if (is_root(call, is_inter)) {
    operation.root_time = member.time;
    completions_.resolve(member.done,
                         member.time + cost_.giving_root(operation.op, members, call.size.all));
    for (const Waiting& waiting : operation.waiting[0])
      completions_.resolve(waiting.done, end_of(waiting));
    operation.waiting[0].clear();
  } else if (is_inter && call.root == compressed::kRootThisGroup) {
    completions_.resolve(member.done, member.time);
  } else if (operation.root_time >= 0) {
    completions_.resolve(member.done, end_of(member));
  } else {
    operation.waiting[0].push_back(member);
  }
}

void Collectives::arrive_at_root(const State& state, Operation& operation,
                                 const CollectiveCall& call, const Waiting& member) {
  const bool is_inter = state.sizes[1] != 0;
  if (is_root(call, is_inter))
    operation.waiting[awaited(state, call)].push_back(member);
  else if (is_inter && call.root == compressed::kRootThisGroup)
    completions_.resolve(member.done, member.time);
  else
    completions_.resolve(member.done, member.time + cost_.giving_member(call.size.own));
}

void Collectives::arrive_in_order(Operation& operation, const CollectiveCall& call,
                                  const Waiting& member) {
  const std::size_t members = states_[call.comm].sizes[0];
  operation.arrivals.resize(members, -1);
  operation.ends.resize(members);
  operation.arrivals[call.rank] = member.time;
  operation.ends[call.rank] = member.done;
  for (std::uint32_t& rank = operation.in_order; rank < members && operation.arrivals[rank] >= 0;
       ++rank) {
    operation.latest_in_order = std::max(operation.latest_in_order, operation.arrivals[rank]);
    completions_.resolve(operation.ends[rank],
                         operation.latest_in_order + cost_.prefix(rank, operation.all[0]));
  }
}

std::vector<std::uint32_t> Collectives::missing(std::uint32_t comm, std::uint64_t number,
                                                std::size_t most) const {
  const State& state = states_[comm];
  const compressed::Communicator& members = trace_.communicators[comm];
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < state.calls.size() && found.size() < most; ++i)
    if (state.calls[i] <= number)
      found.push_back(i < members.members.size()
                          ? members.members[i]
                          : members.remote_members[i - members.members.size()]);
  return found;
}

}  // namespace tarry::simulate
