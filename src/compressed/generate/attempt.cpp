// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/attempt.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "compressed/generate/waiting_ranks.h"
#include "model/collective_op.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

// The members of a communicator's operation; those of an intercommunicator are both groups.
std::uint32_t members_of(const Communicator& comm) {
  return comm.is_self
             ? 1
             : static_cast<std::uint32_t>(comm.members.size() + comm.remote_members.size());
}

}  // namespace

Attempt::Attempt(const Trace& trace, const std::vector<Memberships>& own,
                 const ProgressOptions& options, const std::vector<std::vector<Action>>& recorded,
                 std::vector<std::size_t>& choices, bool repairs)
    : trace_(trace),
      own_(own),
      options_(options),
      recorded_(recorded),
      choices_(choices),
      repairs_(repairs) {
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) states_.emplace_back(trace, rank);
  out_.matched.resize(trace.ranks);
  out_.moved.resize(trace.ranks);
  out_.dropped.resize(trace.ranks);
}

base::Result<Progress> Attempt::run() {
  for (std::uint32_t rank = 0; rank < trace_.ranks; ++rank) ready_.push_back(rank);
  do {
    while (!ready_.empty()) {
      const std::uint32_t rank = ready_.front();
      ready_.pop_front();
      TRY(advance(rank));
    }
  } while (decide() || (repairs_ && drop_what_never_comes()));
  if (repairs_) drop_messages();
  for (const RankState& state : states_)
    out_.unreceived += static_cast<std::uint64_t>(state.unexpected.size());
  WaitingChain chain = waiting_chain(trace_, states_);
  out_.stuck = std::move(chain.ranks);
  out_.is_cycle = chain.is_cycle;
  for (auto& places : out_.dropped) std::sort(places.begin(), places.end());
  return std::move(out_);
}

base::Status Attempt::advance(std::uint32_t rank) {
  RankState& state = states_[rank];
  for (;;) {
    if (state.is_in_call) {
      if (first_wait(state) != nullptr) return {};
      state.waits.clear();
      state.is_in_call = false;
    }
    if (state.has_ended) return {};
    if (!state.cursor.next(state.call)) {
      state.has_ended = true;
      if (state.cursor.error().empty()) return {};
      return fault(rank, state.cursor.error());
    }
    state.is_in_call = true;
    ++state.calls;
    for (action_ = 0; action_ < state.call.actions.size(); ++action_)
      TRY(begin(rank, state.call.actions[action_]));
  }
}

base::Status Attempt::begin(std::uint32_t rank, const Action& action) {
  RankState& state = states_[rank];
  switch (action.kind) {
    case ActionKind::Send:
    case ActionKind::StartSend:
      return send(rank, action);
    case ActionKind::PostReceive:
    case ActionKind::Receive:
      return receive(rank, action);
    case ActionKind::Collective:
    case ActionKind::StartCollective:
      return join(rank, action);
    case ActionKind::SendDone:
    case ActionKind::ReceiveDone:
    case ActionKind::CollectiveDone: {
      std::optional<Request> request = state.requests.close_at(action.request);
      if (!request) return fault(rank, "a request is completed that is not open");
      state.waits.push_back(std::move(*request));
      return {};
    }
    case ActionKind::Cancelled:
      return cancel(rank, action);
    default:
      return {};  // calls on windows and files, which are left out
  }
}

base::Status Attempt::send(std::uint32_t rank, const Action& action) {
  RankState& state = states_[rank];
  const Membership* comm = membership(rank, action);
  const auto to = comm == nullptr ? std::nullopt : comm->world_rank(action.peer);
  if (!to) return fault(rank, "a message is sent to a rank that does not exist");
  auto message = std::make_shared<Message>();
  message->from = rank;
  message->to = *to;
  message->comm = key_of(*comm);
  message->tag = action.tag;
  message->bytes = action.bytes;
  message->place = {state.calls - 1, action_};
  message->ends_alone = static_cast<std::uint64_t>(action.bytes) <= options_.eager_bytes;
  if (action.kind == ActionKind::Send)
    state.waits.emplace_back(message);
  else
    state.requests.open(message);
  states_[*to].unexpected.push_back(std::move(message));
  match(*to);
  return {};
}

base::Status Attempt::receive(std::uint32_t rank, const Action& action) {
  RankState& state = states_[rank];
  const std::size_t number = out_.matched[rank].size();
  out_.matched[rank].emplace_back();
  const Membership* comm = membership(rank, action);
  if (comm == nullptr) return fault(rank, "a receive has a communicator that does not exist");
  auto posted = std::make_shared<PostedReceive>();
  posted->rank = rank;
  posted->comm = key_of(*comm);
  posted->tag = action.posted_tag;
  posted->bytes = action.bytes;
  posted->number = number;
  posted->place = {state.calls - 1, action_};
  posted->place_in_comm = comm->place.rank;
  posted->peers = comm->place.peers;
  std::int64_t peer = action.posted_peer;
  const Action* got = number < recorded_[rank].size() ? &recorded_[rank][number] : nullptr;
  if (got != nullptr && got->kind == ActionKind::Cancelled) got = nullptr;
  if (got != nullptr && (options_.use_recorded || peer == kUnknown)) peer = got->peer;
  if (got != nullptr && (options_.use_recorded || posted->tag == kUnknown)) posted->tag = got->tag;
  if (posted->tag == kUnknown) posted->tag = kAnyTag;
  if (peer != kAnyPeer && peer != kUnknown) {
    posted->from = comm->world_rank(peer);
    if (!posted->from) return fault(rank, "a receive has a source that does not exist");
  }
  if (action.kind == ActionKind::Receive)
    state.waits.emplace_back(posted);
  else
    state.requests.open(posted);
  state.posted.push_back(std::move(posted));
  match(rank);
  return {};
}

base::Status Attempt::cancel(std::uint32_t rank, const Action& action) {
  std::optional<Request> request = states_[rank].requests.close_at(action.request);
  if (!request) return fault(rank, "a request is canceled that is not open");
  if (const auto* receive = std::get_if<ReceiveRef>(&*request)) {
    std::erase(states_[rank].posted, *receive);
  } else if (const auto* message = std::get_if<MessageRef>(&*request)) {
    std::erase(states_[(*message)->to].unexpected, *message);
  }
  return {};
}

base::Status Attempt::join(std::uint32_t rank, const Action& action) {
  RankState& state = states_[rank];
  const Membership* comm = membership(rank, action);
  if (comm == nullptr)
    return fault(rank, "a collective call has a communicator that does not exist");
  const CommKey key = key_of(*comm);
  const std::uint64_t ordinal = state.operations[key]++;
  OperationRef& known = open_operations_[{key, ordinal}];
  const SiteId site = trace_.events[state.call.event].site;
  if (!known) {
    known = std::make_shared<Operation>();
    known->comm = key;
    known->ordinal = ordinal;
    known->missing = members_of(trace_.communicators[key.first]);
    known->op = action.op;
    known->root = action.root;
    known->first_rank = rank;
    known->site = site;
    known->group = comm->group;
  }
  const OperationRef operation = known;
  if (operation->op != action.op ||
      (operation->root >= 0 && action.root >= 0 && operation->root != action.root))
    return mismatch(rank, action, *operation);
  operation->site =
      std::min(operation->site, site, [](SiteId a, SiteId b) { return a.value < b.value; });
  const ActionPlace place{state.calls - 1, action_};
  operation->members.push_back({rank, {place.call, site}, place});
  if (action.kind == ActionKind::Collective)
    state.waits.emplace_back(operation);
  else
    state.requests.open(operation);
  --operation->missing;
  if (dropped_operations_.contains({key, ordinal}))
    drop(Request{operation});
  else if (operation->missing == 0)
    complete(*operation);
  return {};
}

Error Attempt::fault(std::uint32_t rank, const std::string& what) const {
  return {ErrorCode::Failed, what, "rank " + std::to_string(rank), ""};
}

Error Attempt::mismatch(std::uint32_t rank, const Action& action,
                        const Operation& operation) const {
  const auto name = [](std::int64_t op, std::int64_t root) {
    std::string out = model::is_collective_op(op)
                          ? std::string(model::info(static_cast<model::CollectiveOp>(op)).word)
                          : std::to_string(op);
    if (root >= 0) out += " with root " + std::to_string(root);
    return out;
  };
  const RankState& state = states_[rank];
  return {ErrorCode::Failed,
          "collective calls do not fit together: rank " + std::to_string(operation.first_rank) +
              " makes " + name(operation.op, operation.root) + ", rank " + std::to_string(rank) +
              " makes " + name(action.op, action.root),
          trace_.sites[trace_.events[state.call.event].site.index()].function + ", call " +
              std::to_string(state.calls - 1),
          ""};
}

}  // namespace tarry::compressed
