// SPDX-License-Identifier: BSD-3-Clause
// Programs for tests of simulations: calls of each rank, written one after another, become a
// compressed trace. Each call has a place of its own, so its time in the trace is exact.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compressed/fold/block_merger.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/fold/site_table.h"
#include "compressed/model/membership.h"
#include "compressed/simulate/simulation.h"
#include "model/collective_op.h"

namespace tarry::simulate {

class ProgramRank {
 public:
  ProgramRank(const compressed::Trace& trace, std::uint32_t rank) : trace_(trace), rank_(rank) {}

  // The rank computes before its next call.
  ProgramRank& compute(std::uint64_t ns) {
    before_ += ns;
    return *this;
  }
  // The function on the stack of the following calls.
  ProgramRank& within(const std::string& function) {
    function_ = function;
    return *this;
  }
  // The following calls use the n-th communicator of the rank.
  ProgramRank& on(std::int64_t comm) {
    comm_ = comm;
    return *this;
  }
  ProgramRank& send(std::uint32_t to, std::int64_t bytes, std::int64_t tag = 0,
                    const std::string& function = "MPI_Send") {
    return call(function, {message(compressed::ActionKind::Send, to, bytes, tag)});
  }
  ProgramRank& receive(std::uint32_t from, std::int64_t bytes, std::int64_t tag = 0) {
    return call("MPI_Recv", {message(compressed::ActionKind::Receive, from, bytes, tag)});
  }
  ProgramRank& exchange(std::uint32_t to, std::uint32_t from, std::int64_t bytes) {
    return call("MPI_Sendrecv", {message(compressed::ActionKind::Send, to, bytes, 0),
                                 message(compressed::ActionKind::Receive, from, bytes, 0)});
  }
  ProgramRank& start_send(std::uint32_t to, std::int64_t bytes, std::int64_t tag = 0) {
    open_.push_back(message(compressed::ActionKind::SendDone, to, bytes, tag));
    return call("MPI_Isend", {message(compressed::ActionKind::StartSend, to, bytes, tag)});
  }
  ProgramRank& post_receive(std::uint32_t from, std::int64_t bytes, std::int64_t tag = 0) {
    open_.push_back(message(compressed::ActionKind::ReceiveDone, from, bytes, tag));
    return call("MPI_Irecv", {message(compressed::ActionKind::PostReceive, from, bytes, tag)});
  }
  // Posts a receive for a message from anybody, which will be one from `from`.
  ProgramRank& post_any(std::uint32_t from, std::int64_t bytes, std::int64_t tag = 0) {
    open_.push_back(message(compressed::ActionKind::ReceiveDone, from, bytes, tag));
    compressed::Action action = message(compressed::ActionKind::PostReceive, from, bytes, tag);
    action.posted_peer = compressed::kAnyPeer;
    action.posted_tag = compressed::kAnyTag;
    return call("MPI_Irecv", {action});
  }
  // Completes all requests, the oldest first.
  ProgramRank& wait_all(const std::string& function = "MPI_Waitall") {
    std::vector<compressed::Action> actions = std::exchange(open_, {});
    for (std::size_t i = 0; i < actions.size(); ++i)
      actions[i].request = static_cast<std::int64_t>(actions.size() - 1 - i);
    return call(function, actions);
  }
  ProgramRank& collective(model::CollectiveOp op, std::int64_t sent = 0, std::int64_t received = 0,
                          std::int64_t root = compressed::kRootNone,
                          const std::string& function = "MPI_Collective") {
    return call(function,
                {operation(compressed::ActionKind::Collective, op, sent, received, root)});
  }
  ProgramRank& start_collective(model::CollectiveOp op, std::int64_t sent = 0,
                                std::int64_t received = 0,
                                std::int64_t root = compressed::kRootNone) {
    open_.push_back(operation(compressed::ActionKind::CollectiveDone, op, sent, received, root));
    return call("MPI_Icollective",
                {operation(compressed::ActionKind::StartCollective, op, sent, received, root)});
  }
  ProgramRank& barrier() {
    return collective(model::CollectiveOp::Barrier, 0, 0, -1, "MPI_Barrier");
  }
  // `bytes` of the message; the record of each member tells those for all members.
  ProgramRank& allreduce(std::int64_t bytes) {
    const std::int64_t all = bytes * std::int64_t{place().peers};
    return collective(model::CollectiveOp::Allreduce, all, all, -1, "MPI_Allreduce");
  }
  ProgramRank& plain(const std::string& function, std::uint64_t duration) {
    return call(function, {}, duration);
  }

  // Folds the calls into the events of the rank.
  compressed::Trace folded() const {
    compressed::SiteTable sites;
    compressed::Folder folder;
    for (const auto& [site, made] : calls_) {
      compressed::Call call = made;
      compressed::Site placed{site.first, {}};
      for (const std::string& frame : site.second)
        placed.stack.push_back(sites.frame({frame, "", 0}));
      call.site = sites.site(placed);
      folder.add(call);
    }
    compressed::Trace trace;
    trace.ranks = trace_.ranks;
    trace.events = folder.finish(rank_);
    trace.frames = sites.frames();
    trace.sites = sites.sites();
    canonicalise(trace);
    return trace;
  }

 private:
  using Place = std::pair<std::string, std::vector<std::string>>;

  [[nodiscard]] compressed::CommPlace place() const {
    const compressed::Memberships own = compressed::memberships(trace_.communicators, rank_);
    return own.at(static_cast<std::size_t>(comm_)).place;
  }
  [[nodiscard]] compressed::Action message(compressed::ActionKind kind, std::uint32_t peer,
                                           std::int64_t bytes, std::int64_t tag) const {
    compressed::Action action;
    action.kind = kind;
    action.comm = comm_;
    action.peer = place().relative(peer);
    action.posted_peer = action.peer;
    action.tag = tag;
    action.posted_tag = tag;
    action.bytes = bytes;
    return action;
  }
  [[nodiscard]] compressed::Action operation(compressed::ActionKind kind, model::CollectiveOp op,
                                             std::int64_t sent, std::int64_t received,
                                             std::int64_t root) const {
    compressed::Action action;
    action.kind = kind;
    action.op = static_cast<std::int64_t>(op);
    action.comm = comm_;
    action.root = root;
    action.bytes = sent;
    action.received = received;
    return action;
  }
  ProgramRank& call(const std::string& function, std::vector<compressed::Action> actions,
                    std::uint64_t duration = 0) {
    compressed::Call made;
    made.before_ns = std::exchange(before_, 0);
    made.duration_ns = duration;
    made.actions = std::move(actions);
    const std::string place =
        "call " + std::to_string(calls_.size()) + " of " + std::to_string(rank_);
    calls_.push_back({{function, {"main", function_, place}}, made});
    return *this;
  }

  const compressed::Trace& trace_;
  std::uint32_t rank_;
  std::uint64_t before_ = 0;
  std::int64_t comm_ = 0;
  std::string function_ = "work";
  std::vector<compressed::Action> open_;
  std::vector<std::pair<Place, compressed::Call>> calls_;
};

class Program {
 public:
  explicit Program(std::uint32_t ranks) {
    frame_.ranks = ranks;
    frame_.program = "made";
    compressed::Communicator world{"MPI_COMM_WORLD", {}, {}, false, false};
    for (std::uint32_t rank = 0; rank < ranks; ++rank) world.members.push_back(rank);
    frame_.communicators.push_back(world);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) ranks_.emplace_back(frame_, rank);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void communicator(std::vector<std::uint32_t> members,
                    std::vector<std::uint32_t> remote_members = {}) {
    const bool is_inter = !remote_members.empty();
    frame_.communicators.push_back(
        {"part", std::move(members), std::move(remote_members), false, is_inter});
  }
  ProgramRank& operator[](std::uint32_t rank) { return ranks_[rank]; }

  [[nodiscard]] compressed::Trace trace() const {
    compressed::BlockMerger merger(frame_.ranks);
    for (std::uint32_t rank = 0; rank < frame_.ranks; ++rank)
      merger.add(rank, ranks_[rank].folded());
    compressed::Trace made = merger.take();
    made.ranks = frame_.ranks;
    made.program = frame_.program;
    made.communicators = frame_.communicators;
    return made;
  }

 private:
  compressed::Trace frame_;
  std::vector<ProgramRank> ranks_;
};

// A network whose times are easy to calculate with: a message of n bytes takes n + 100 ns.
inline Options simple_network() {
  Options options;
  options.network.route = {100, 1e9};
  options.network.overhead = 10;
  options.network.eager_limit = 1'000;
  return options;
}

inline Simulation simulated(const Program& program, const Options& options = simple_network()) {
  return simulate(program.trace(), options);
}

using Ends = std::vector<Nanoseconds>;

// Returns when each call of a rank ended.
inline Ends ends(const Simulation& made, std::uint32_t rank) {
  Ends found;
  Nanoseconds now = 0;
  for (const compressed::CallTime& call : made.ranks[rank].calls) {
    now += static_cast<Nanoseconds>(call.before_ns + call.duration_ns);
    found.push_back(now);
  }
  return found;
}

}  // namespace tarry::simulate
