// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/rank_calls.h"

#include <algorithm>
#include <utility>

#include "compressed/model/draw.h"

namespace tarry::compressed::synthetic {
namespace {

std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
  std::uint64_t out = 1;
  for (; exponent > 0; --exponent) out *= base;
  return out;
}

}  // namespace

void Rank::irecv(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm) {
  open_.push_back({true, peer, bytes, comm});
  make(kIrecv, {message(ActionKind::PostReceive, peer, bytes, comm)});
}

void Rank::isend(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm) {
  open_.push_back({false, peer, bytes, comm});
  make(kIsend, {message(ActionKind::StartSend, peer, bytes, comm)});
}

void Rank::waitall() {
  std::vector<Action> actions;
  for (const Open& open : open_) {
    Action done;
    done.kind = ActionKind::SendDone;
    if (open.is_receive) done = message(ActionKind::ReceiveDone, open.peer, open.bytes, open.comm);
    done.request = static_cast<std::int64_t>(open_.size() - 1 - actions.size());
    actions.push_back(done);
  }
  open_.clear();
  make(kWaitall, std::move(actions));
}

void Rank::send(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm) {
  make(kSend, {message(ActionKind::Send, peer, bytes, comm)});
}

void Rank::recv(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm) {
  make(kRecv, {message(ActionKind::Receive, peer, bytes, comm)});
}

void Rank::recv_any(std::uint32_t peer, std::int64_t bytes) {
  Action action = message(ActionKind::Receive, peer, bytes, 0);
  action.posted_peer = kAnyPeer;
  make(kRecv, {action});
}

void Rank::sendrecv(std::uint32_t peer, std::int64_t bytes) {
  make(kSendrecv,
       {message(ActionKind::Send, peer, bytes, 0), message(ActionKind::Receive, peer, bytes, 0)});
}

void Rank::allreduce(std::int64_t bytes, std::uint32_t comm) {
  collective(kAllreduce, model::CollectiveOp::Allreduce, kRootNone, bytes, bytes, comm);
}

void Rank::barrier() { collective(kBarrier, model::CollectiveOp::Barrier, kRootNone, 0, 0); }

void Rank::collective(SiteNumber site, model::CollectiveOp op, std::int64_t root, std::int64_t sent,
                      std::int64_t received, std::uint32_t comm) {
  Action action;
  action.kind = ActionKind::Collective;
  action.op = static_cast<std::int64_t>(op);
  action.comm = comm;
  action.root = root;
  action.bytes = sent;
  action.received = received;
  make(site, {action});
}

void Rank::make_window(std::int64_t bytes, std::int64_t unit, std::uint32_t comm) {
  windows_.push_back(comm);
  Action action;
  action.kind = ActionKind::MakeWindow;
  action.comm = comm;
  action.size = bytes;
  action.unit = unit;
  make(kWinCreate, {action});
}

void Rank::free_window() {
  windows_.pop_back();
  Action action;
  action.kind = ActionKind::FreeWindow;
  make(kWinFree, {action});
}

void Rank::synchronize(SiteNumber site, std::int64_t mode) {
  Action action;
  action.kind = ActionKind::Synchronize;
  action.mode = mode;
  make(site, {action});
}

void Rank::synchronize_with(SiteNumber site, const std::vector<std::uint32_t>& targets,
                            std::int64_t mode) {
  std::vector<Action> actions;
  for (const std::uint32_t target : targets) {
    Action& action = actions.emplace_back();
    action.kind = ActionKind::Synchronize;
    action.target = relative_target(target);
    action.mode = mode;
  }
  make(site, std::move(actions));
}

Action Rank::access(std::uint32_t target, std::int64_t at) const {
  Action action;
  action.kind = ActionKind::Access;
  action.target = relative_target(target);
  action.at = at;
  return action;
}

void Rank::put(std::uint32_t target, std::int64_t at, std::int64_t bytes) {
  Action action = access(target, at);
  action.bytes = bytes;
  make(kPut, {action});
}

void Rank::get(std::uint32_t target, std::int64_t at, std::int64_t bytes) {
  Action action = access(target, at);
  action.received = bytes;
  make(kGet, {action});
}

void Rank::accumulate(std::uint32_t target, std::int64_t at, std::int64_t bytes) {
  constexpr std::int64_t kSum = 2;  // among kReductions
  Action action = access(target, at);
  action.bytes = bytes;
  action.reduction = kSum;
  make(kAccumulate, {action});
}

std::int64_t Rank::relative_target(std::uint32_t target) const {
  return place(windows_.back()).relative(target);
}

void Rank::descend() { depth_ = std::min(depth_ + 1, kDeepest); }

std::uint64_t Rank::random(std::uint64_t a, std::uint32_t b) const {
  DrawKey key;
  key.seed = program_.seed;
  key.element = b;
  key.occurrence = a;
  return random_bits(key);
}

Action Rank::message(ActionKind kind, std::uint32_t peer, std::int64_t bytes,
                     std::uint32_t comm) const {
  Action action;
  action.kind = kind;
  action.comm = comm;
  const std::int64_t relative = place(comm).relative(peer);
  if (kind != ActionKind::PostReceive) action.peer = relative;
  if (kind == ActionKind::PostReceive || kind == ActionKind::Receive) {
    action.posted_peer = relative;
    action.posted_tag = 0;
  }
  action.bytes = bytes;
  return action;
}

void Rank::make(SiteNumber site, std::vector<Action> actions) {
  call_.site = SiteId{depth_ * kSites + site};
  // Durations scatter by a tenth around 10 us before a call and 2 us in it.
  const std::uint64_t bits = random(calls_++, rank_ + 1);
  call_.before_ns = 9'500 + bits % 1'000;
  call_.duration_ns = 1'900 + (bits >> 32) % 200;
  call_.actions = std::move(actions);
  take_(call_);
}

Grid::Grid(const Program& program, std::uint32_t dimensions, std::uint32_t rank)
    : extents(program.extents) {
  std::uint32_t ranks = program.ranks;
  if (!extents.empty()) extents.resize(std::max<std::size_t>(extents.size(), dimensions), 1);
  if (extents.empty()) {
    for (; dimensions > 1; --dimensions) {
      std::uint32_t extent = 1;
      for (std::uint32_t i = 1; power(i, dimensions) <= ranks; ++i)
        if (ranks % i == 0) extent = i;
      extents.insert(extents.begin(), extent);
      ranks /= extent;
    }
    extents.insert(extents.begin(), ranks);
  }
  for (const std::uint32_t extent : extents) {
    at.push_back(rank % extent);
    rank /= extent;
  }
}

bool Grid::neighbour(std::size_t dimension, std::int64_t distance, std::uint32_t& found,
                     bool is_periodic) const {
  std::vector<std::int64_t> distances(extents.size(), 0);
  distances[dimension] = distance;
  return neighbour(distances, is_periodic, found);
}

bool Grid::neighbour(const std::vector<std::int64_t>& distances, bool is_periodic,
                     std::uint32_t& found) const {
  std::uint32_t rank = 0;
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::int64_t extent = extents[d];
    std::int64_t place = std::int64_t{at[d]} + distances[d];
    if (is_periodic) place = ((place % extent) + extent) % extent;
    if (place < 0 || place >= extent) return false;
    rank += static_cast<std::uint32_t>(place) * stride;
    stride *= extents[d];
  }
  found = rank;
  return true;
}

}  // namespace tarry::compressed::synthetic
