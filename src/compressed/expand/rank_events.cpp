// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/expand/rank_events.h"

#include <span>
#include <string>

#include "compressed/model/membership.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

using model::CommId;
using model::CommRank;
using model::RegionId;
using model::RequestId;
using model::Ticks;

Ticks ticks_of(std::uint64_t nanoseconds) { return {static_cast<std::int64_t>(nanoseconds)}; }

class Expansion {
 public:
  Expansion(const Trace& trace, const ExpandedDefinitions& definitions, std::uint32_t rank,
            model::EventHandler& out)
      : trace_(trace),
        definitions_(definitions),
        own_(memberships(trace.communicators, rank)),
        out_(out) {}

  // Returns false if an action is impossible; fault() says why.
  bool call(const CursorCall& call, const CallTime& time);
  void change_stack(std::span<const FrameId> stack);
  [[nodiscard]] Ticks now() const { return ticks_of(now_); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  bool deliver(const Action& action, Ticks begin, Ticks end);
  bool message(const Action& action, Ticks time, RequestId request);
  bool collective(const Action& action, Ticks begin, Ticks end, RequestId request);
  bool fail(const char* what) {
    fault_ = what;
    return false;
  }
  RequestId open() {
    requests_.open(++last_request_);
    return RequestId{last_request_};
  }

  const Trace& trace_;
  const ExpandedDefinitions& definitions_;
  Memberships own_;
  model::EventHandler& out_;
  std::vector<FrameId> stack_;
  OpenRequests<std::uint64_t> requests_;
  std::uint64_t last_request_ = 0;
  std::uint64_t now_ = 0;
  std::string fault_;
};

void Expansion::change_stack(std::span<const FrameId> stack) {
  std::size_t common = 0;
  while (common < stack_.size() && common < stack.size() && stack_[common] == stack[common])
    ++common;
  for (; stack_.size() > common; stack_.pop_back())
    out_.leave(now(), RegionId{stack_.back().value});
  for (; common < stack.size(); ++common) {
    stack_.push_back(stack[common]);
    out_.enter(now(), RegionId{stack[common].value});
  }
}

bool is_begin(ActionKind kind) {
  return kind == ActionKind::Send || kind == ActionKind::StartSend ||
         kind == ActionKind::PostReceive || kind == ActionKind::StartCollective;
}

// Call sites are no regions of an event trace.
std::span<const FrameId> regions_around(const Trace& trace, SiteId site) {
  std::span<const FrameId> stack = trace.sites[site.index()].stack;
  while (!stack.empty() && is_call_site(trace.frames[stack.back().index()]))
    stack = stack.first(stack.size() - 1);
  return stack;
}

bool Expansion::call(const CursorCall& call, const CallTime& time) {
  const SiteId site = trace_.events[call.event].site;
  change_stack(regions_around(trace_, site));
  const RegionId function = definitions_.functions[site.index()];
  now_ += time.before_ns;
  const Ticks begin = now();
  now_ += time.duration_ns;
  out_.enter(begin, function);
  bool sound = true;
  bool at_begin = true;
  for (const Action& action : call.actions) {
    at_begin = at_begin && is_begin(action.kind);
    sound = sound && deliver(action, begin, at_begin ? begin : now());
  }
  out_.leave(now(), function);
  return sound;
}

bool Expansion::deliver(const Action& action, Ticks begin, Ticks time) {
  RequestId request;
  switch (action.kind) {
    case ActionKind::Send:
    case ActionKind::Receive:
      return message(action, time, request);
    case ActionKind::StartSend:
      return message(action, time, open());
    case ActionKind::PostReceive:
      out_.mpi_irecv_request(time, open());
      return true;
    case ActionKind::StartCollective:
      out_.nonblocking_collective_request(time, open());
      return true;
    case ActionKind::Collective:
      return collective(action, begin, time, request);
    default:
      break;
  }
  if (action.kind >= ActionKind::MakeWindow) return true;  // the call alone stays
  const auto closed = requests_.close_at(action.request);
  if (!closed) return fail("completes a request that is not open");
  request = RequestId{*closed};
  if (action.kind == ActionKind::ReceiveDone) return message(action, time, request);
  if (action.kind == ActionKind::CollectiveDone) return collective(action, begin, time, request);
  if (action.kind == ActionKind::Cancelled)
    out_.mpi_request_cancelled(time, request);
  else
    out_.mpi_isend_complete(time, request);
  return true;
}

bool Expansion::message(const Action& action, Ticks time, RequestId request) {
  const Membership* const used = find(own_, action.comm);
  if (used == nullptr) return fail("uses a communicator that the rank does not have");
  model::MessageRecord record;
  record.comm = CommId{used->communicator};
  record.peer = CommRank{used->place.absolute(action.peer)};
  record.tag = static_cast<std::uint32_t>(action.tag);
  record.bytes = static_cast<std::uint64_t>(action.bytes);
  record.request = request;
  switch (action.kind) {
    case ActionKind::Send:
      out_.mpi_send(time, record);
      break;
    case ActionKind::StartSend:
      out_.mpi_isend(time, record);
      break;
    case ActionKind::Receive:
      out_.mpi_recv(time, record);
      break;
    default:
      out_.mpi_irecv(time, record);
      break;
  }
  return true;
}

bool Expansion::collective(const Action& action, Ticks begin, Ticks time, RequestId request) {
  const Membership* const used = find(own_, action.comm);
  if (used == nullptr) return fail("uses a communicator that the rank does not have");
  model::CollectiveRecord record;
  record.op = static_cast<model::CollectiveOp>(action.op);
  record.comm = CommId{used->communicator};
  record.root = action.root == kRootNone        ? model::kRootNone
                : action.root == kRootSelf      ? model::kRootSelf
                : action.root == kRootThisGroup ? model::kRootThisGroup
                                                : CommRank{static_cast<std::uint32_t>(action.root)};
  record.bytes_sent = static_cast<std::uint64_t>(action.bytes);
  record.bytes_received = static_cast<std::uint64_t>(action.received);
  record.request = request;
  if (action.kind == ActionKind::CollectiveDone) {
    out_.nonblocking_collective_complete(time, record);
    return true;
  }
  out_.collective_begin(begin);
  out_.collective_end(time, record);
  return true;
}

}  // namespace

base::Result<RankEvents> deliver_rank(const Trace& trace, const ExpandedDefinitions& definitions,
                                      std::uint32_t rank, TimedCalls& calls,
                                      model::EventHandler& out) {
  Expansion expansion(trace, definitions, rank, out);
  RankEvents made;
  CursorCall call;
  CallTime time;
  out.program_begin({}, {});
  while (expansion.fault().empty() && calls.next(call, time)) {
    expansion.call(call, time);
    ++made.calls;
  }
  expansion.change_stack({});
  made.last = expansion.now();
  out.program_end(made.last, {});
  const std::string fault = expansion.fault().empty() ? calls.error() : expansion.fault();
  if (fault.empty()) return made;
  return base::Error{
      base::ErrorCode::BadInput,
      "call " + std::to_string(made.calls) + " of rank " + std::to_string(rank) + ": " + fault, "",
      ""};
}

}  // namespace tarry::compressed
