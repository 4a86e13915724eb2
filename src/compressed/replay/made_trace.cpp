// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/made_trace.h"

#include <algorithm>

namespace tarry::replay {

void MadeRank::call(const std::string& function, std::vector<Action> actions,
                    std::uint64_t duration_ns) {
  calls_.push_back({trace_.site_of(function), before_, duration_ns, std::move(actions)});
  before_ = 0;
}

Action MadeRank::send(std::int64_t to, std::int64_t bytes, std::int64_t tag,
                      ActionKind kind) const {
  Action action;
  action.kind = kind;
  action.peer = relative(to, trace_.ranks(), rank_);
  action.bytes = bytes;
  action.tag = tag;
  return action;
}

Action MadeRank::receive(std::int64_t from, std::int64_t bytes, std::int64_t tag,
                         ActionKind kind) const {
  Action action = send(from, bytes, tag, kind);
  action.posted_peer = action.peer;
  action.posted_tag = tag;
  return action;
}

Action MadeRank::post(std::int64_t from_or_any, std::int64_t tag, std::int64_t room) const {
  Action action = receive(0, room, 0, ActionKind::PostReceive);
  action.posted_peer = from_or_any == compressed::kAnyPeer
                           ? compressed::kAnyPeer
                           : relative(from_or_any, trace_.ranks(), rank_);
  action.posted_tag = tag;
  return action;
}

Action MadeRank::got(std::int64_t from, std::int64_t bytes, std::int64_t tag,
                     std::int64_t request) const {
  Action action = receive(from, bytes, tag, ActionKind::ReceiveDone);
  action.request = request;
  return action;
}

Action MadeRank::operation(CollectiveOp op, std::int64_t comm, std::int64_t root, std::int64_t sent,
                           std::int64_t received, ActionKind kind) {
  Action action;
  action.kind = kind;
  action.op = static_cast<std::int64_t>(op);
  action.comm = comm;
  action.root = root;
  action.bytes = sent;
  action.received = received;
  return action;
}

compressed::SiteId MadeTrace::site_of(const std::string& function) {
  const auto found = std::find_if(sites_.begin(), sites_.end(), [&](const compressed::Site& site) {
    return site.function == function;
  });
  const auto index = static_cast<std::uint32_t>(found - sites_.begin());
  if (found == sites_.end()) sites_.push_back({function, {}});
  return compressed::SiteId(index);
}

compressed::Trace MadeTrace::make(const std::function<void(MadeRank&)>& program,
                                  const compressed::FoldOptions& options) {
  std::vector<MadeRank> made;
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) program(made.emplace_back(*this, rank));
  std::vector<compressed::Trace> traces;
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
    compressed::Folder folder(options);
    for (const compressed::Call& call : made[rank].calls_) folder.add(call);
    compressed::Trace trace;
    trace.ranks = ranks_;
    trace.program = "made";
    trace.sites = sites_;
    trace.communicators = communicators;
    trace.events = folder.finish(rank);
    compressed::canonicalise(trace);
    traces.push_back(std::move(trace));
  }
  return compressed::merge_all(std::move(traces), options);
}

}  // namespace tarry::replay
