// SPDX-License-Identifier: BSD-3-Clause
// Which events belong together: sends and receives, members of operations, acquisitions and
// releases, forks and teams.
#include <algorithm>

#include "event_library/naive_scan.h"

namespace tarry::testing {

using events::Event;
using events::Kind;
using events::kNone;
using events::Position;

namespace {

bool opens(Kind kind) { return kind == Kind::Enter || kind == Kind::ProgramBegin; }
bool closes(Kind kind) { return kind == Kind::Leave || kind == Kind::ProgramEnd; }

}  // namespace

// The n-th send of a channel and the n-th posted receive belong together.
void NaiveScan::pair_messages() {
  struct Post {
    Position receive;                                                 // !valid(): not completed
    std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> channel;  // comm, source, tag
  };
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::map<Channel, std::vector<Position>> sends;
  std::map<std::uint32_t, std::vector<Post>> posts;  // by rank
  using Request = std::pair<std::uint32_t, std::uint64_t>;
  std::map<Request, std::size_t> posted;
  std::map<Request, Position> started;
  std::map<std::uint32_t, std::uint64_t> depth;  // by location
  for (const Event& event : all_) {
    const std::uint32_t rank = rank_of(event);
    std::uint64_t& inside = depth[event.location];
    if (opens(event.kind)) ++inside;
    if (closes(event.kind) && inside > 0) --inside;
    const bool counts = inside > 0 && event.peer != kNone;
    const Request request{rank, event.id};
    const std::tuple channel{event.comm, event.peer, event.tag};
    if ((event.kind == Kind::Send || event.kind == Kind::Isend) && counts) {
      sends[{event.comm, rank, event.peer, event.tag}].push_back(event.position());
      counted_sends_.insert(event.position());
      if (event.kind == Kind::Isend) started[request] = event.position();
    } else if (event.kind == Kind::IsendComplete) {
      started.erase(request);
    } else if (event.kind == Kind::IrecvRequest && inside > 0) {
      posted[request] = posts[rank].size();
      posts[rank].push_back({});
    } else if (event.kind == Kind::Receive && counts) {
      posts[rank].push_back({event.position(), channel});
    } else if (event.kind == Kind::Irecv && counts) {
      if (const auto found = posted.find(request); found != posted.end()) {
        posts[rank][found->second] = {event.position(), channel};
        posted.erase(found);
      } else {
        posts[rank].push_back({event.position(), channel});
      }
    } else if (event.kind == Kind::RequestCancelled) {
      posted.erase(request);
      if (const auto found = started.find(request); found != started.end()) {
        dropped_[found->second] = event.position();
        started.erase(found);
      }
    }
  }
  std::map<Channel, std::size_t> next;
  for (const auto& [rank, list] : posts)
    for (const Post& post : list) {
      if (!post.receive.valid()) continue;
      const auto [comm, source, tag] = post.channel;
      const std::vector<Position>& queue = sends[{comm, source, rank, tag}];
      std::size_t& taken = next[{comm, source, rank, tag}];
      while (taken < queue.size() && dropped_.contains(queue[taken])) ++taken;
      if (taken == queue.size()) continue;
      partner_[queue[taken]] = post.receive;
      partner_[post.receive] = queue[taken++];
    }
}

// The n-th operations of all members on a communicator belong together.
void NaiveScan::pair_collectives() {
  struct Part {
    Position begin, end;
    std::uint32_t comm = kNone;
  };
  std::map<std::uint32_t, std::vector<Part>> parts;  // by rank
  std::map<std::uint32_t, std::size_t> begun;        // by location
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> requests;
  std::map<std::uint32_t, std::vector<Event>> open;  // by location
  for (const Event& event : all_) {
    const std::uint32_t rank = rank_of(event);
    std::vector<Event>& inside = open[event.location];
    std::vector<Part>& own = parts[rank];
    if (opens(event.kind)) inside.push_back(event);
    if (closes(event.kind) && !inside.empty()) inside.pop_back();
    if (inside.empty()) continue;
    if (event.kind == Kind::CollectiveBegin) {
      begun[event.location] = own.size();
      own.push_back({event.position(), {}, kNone});
    } else if (event.kind == Kind::CollectiveEnd) {
      if (!begun.contains(event.location)) {
        begun[event.location] = own.size();
        own.push_back({inside.back().position(), {}, kNone});
      }
      own[begun[event.location]].end = event.position();
      own[begun[event.location]].comm = event.comm;
      begun.erase(event.location);
    } else if (event.kind == Kind::NonblockingCollectiveRequest) {
      requests[{rank, event.id}] = own.size();
      own.push_back({event.position(), {}, kNone});
    } else if (event.kind == Kind::NonblockingCollectiveComplete) {
      const auto found = requests.find({rank, event.id});
      if (found == requests.end()) continue;
      own[found->second].end = event.position();
      own[found->second].comm = event.comm;
      requests.erase(found);
    }
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::size_t>, std::size_t> numbers;
  for (auto& [rank, own] : parts) {
    std::stable_sort(own.begin(), own.end(), [&](const Part& a, const Part& b) {
      return places_[a.begin] < places_[b.begin];
    });
    std::map<std::uint32_t, std::size_t> count;
    for (const Part& part : own) {
      if (part.comm == kNone) break;
      const bool is_own = trace_.communicators()[part.comm].is_self;
      const std::tuple key{part.comm, is_own ? rank : 0, count[part.comm]++};
      const std::size_t number = numbers.try_emplace(key, operations_.size()).first->second;
      if (number == operations_.size()) operations_.emplace_back();
      Operation& operation = operations_[number];
      operation.begin = std::min(operation.begin, places_[part.begin]);
      operation.end = std::max(operation.end, places_[part.end]);
      operation.ends.insert(part.end);
      operation_of_[part.end] = number;
    }
  }
}

void NaiveScan::pair_locks() {
  std::map<Lock, std::vector<Tenure>> tenures;
  for (const Event& event : all_) {
    std::vector<Tenure>& own = tenures[{rank_of(event), event.paradigm, event.lock}];
    if (event.kind == Kind::LockAcquired) own.push_back({event.position(), {}});
    if (event.kind != Kind::LockReleased) continue;
    const auto latest = [&](bool of_order) {
      return std::find_if(own.rbegin(), own.rend(), [&](const Tenure& tenure) {
        return !tenure.release.valid() && tenure.acquire.location == event.location &&
               (!of_order || all_[places_[tenure.acquire]].order == event.order);
      });
    };
    auto found = latest(true);
    if (found == own.rend()) found = latest(false);
    if (found == own.rend()) continue;
    found->release = event.position();
    acquired_[event.position()] = found->acquire;
  }
  for (const auto& [lock, own] : tenures)
    for (std::size_t i = 1; i < own.size(); ++i) owner_before_[own[i].acquire] = own[i - 1].release;
}

void NaiveScan::pair_teams() {
  std::map<std::uint32_t, std::vector<std::pair<Position, bool>>> forks;  // by location; has a team
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> begins;
  for (const Event& event : all_) {
    auto& own = forks[event.location];
    if (event.kind == Kind::Fork) own.push_back({event.position(), false});
    if (event.kind == Kind::Join && !own.empty()) own.pop_back();
    if (event.kind != Kind::TeamBegin) continue;
    const Team team{event.comm, begins[{event.location, event.comm}]++};
    team_of_begin_[event.position()] = team;
    if (own.empty() || own.back().second) continue;
    own.back().second = true;
    forked_[own.back().first] = team;
    fork_of_[team] = own.back().first;
  }
}

}  // namespace tarry::testing
