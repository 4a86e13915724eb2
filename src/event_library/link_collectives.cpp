// SPDX-License-Identifier: BSD-3-Clause
// Brings the members of each collective operation together: the n-th call of a process on a
// communicator, in the order of initiation, belongs to the n-th operation there
// (docs/definitions.md, "Order and matching"). The analysis follows the same rule, but only tells
// about operations in which somebody waits.
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "event_library/trace_index.h"

namespace tarry::event_library {
namespace {

// Gives requests that another thread of the process completed their ends: in the order of time, the
// first end belongs to the first request of that number.
void take_foreign_ends(std::vector<CollectivePart>& parts, std::vector<CollectivePart> ends) {
  std::sort(ends.begin(), ends.end(),
            [](const CollectivePart& a, const CollectivePart& b) { return a.end < b.end; });
  std::map<std::uint64_t, std::vector<std::size_t>> open;  // by request, the latest first
  for (std::size_t i = parts.size(); i-- > 0;)
    if (parts[i].nonblocking && !parts[i].completed) open[parts[i].request].push_back(i);
  for (const CollectivePart& end : ends) {
    std::vector<std::size_t>& waiting = open[end.request];
    if (waiting.empty()) continue;
    CollectivePart& part = parts[waiting.back()];
    waiting.pop_back();
    part.end = end.end;
    part.comm = end.comm;
    part.root = end.root;
    part.op = end.op;
    part.sent = end.sent;
    part.received = end.received;
    part.completed = true;
  }
}

// Counts the operations of a process on each communicator. Behind one that never ended nobody knows
// the communicator of, there is no more counting.
void number(std::vector<CollectivePart>& parts, const model::Definitions& definitions) {
  std::map<std::uint32_t, std::uint32_t> next;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CollectivePart& part = parts[i];
    if (!part.completed) {
      parts.resize(i);
      return;
    }
    part.sequence = next[part.comm]++;
    part.own = definitions.communicators[part.comm].is_self ? part.rank : 0;
  }
}

auto key(const CollectivePart& part) { return std::tie(part.comm, part.own, part.sequence); }

// Returns whether all members are there and agree.
bool is_complete(std::span<const CollectivePart> parts, const model::Communicator& comm) {
  const std::size_t members = comm.is_self ? 1 : comm.members.size() + comm.remote_members.size();
  const CollectivePart& first = parts.front();
  return parts.size() == members &&
         std::all_of(parts.begin(), parts.end(), [&](const CollectivePart& part) {
           return part.op == first.op && (comm.is_inter || part.root == first.root);
         });
}

}  // namespace

base::Status TraceIndex::link_collectives() {
  const model::Definitions& definitions = source_.definitions();
  const std::span<const CollectivePart> unlinked = unlinked_parts_.items();
  for (std::size_t first = 0, end = 0; first < locations_.size(); first = end) {
    std::vector<CollectivePart> parts, foreign;
    for (; end < locations_.size() &&
           definitions.locations[end].rank == definitions.locations[first].rank;
         ++end) {
      const auto own =
          unlinked.subspan(unlinked_[end].collectives.first, unlinked_[end].collectives.count);
      parts.insert(parts.end(), own.begin(), own.end());
      foreign.insert(foreign.end(), unlinked_[end].foreign_ends.begin(),
                     unlinked_[end].foreign_ends.end());
    }
    std::stable_sort(
        parts.begin(), parts.end(),
        [](const CollectivePart& a, const CollectivePart& b) { return a.begin < b.begin; });
    take_foreign_ends(parts, std::move(foreign));
    number(parts, definitions);
    TRY(parts_.append(parts));
  }
  TRY(parts_.map());
  const std::span<CollectivePart> parts = parts_.items();
  std::sort(parts.begin(), parts.end(), [](const CollectivePart& a, const CollectivePart& b) {
    return std::tuple_cat(key(a), std::tie(a.rank, a.begin)) <
           std::tuple_cat(key(b), std::tie(b.rank, b.begin));
  });
  for (std::size_t first = 0, end = 0; first < parts.size(); first = end) {
    StoredCollective made;
    made.begin = Moment::never();
    made.end = Moment{std::numeric_limits<std::int64_t>::min()};
    for (; end < parts.size() && key(parts[end]) == key(parts[first]); ++end) {
      made.begin = std::min(made.begin, parts[end].begin);
      made.end = std::max(made.end, parts[end].end);
    }
    made.first = first;
    made.members = static_cast<std::uint32_t>(end - first);
    made.complete = is_complete(parts.subspan(first, end - first),
                                definitions.communicators[parts[first].comm]);
    TRY(collectives_.append(std::span<const StoredCollective>(&made, 1)));
  }
  TRY(collectives_.map());
  std::vector<std::uint64_t> ends(parts.size());
  std::iota(ends.begin(), ends.end(), 0);
  std::sort(ends.begin(), ends.end(), [&](std::uint64_t a, std::uint64_t b) {
    return parts[a].end.position() < parts[b].end.position();
  });
  TRY(part_ends_.append(ends));
  TRY(part_ends_.map());
  return open_collectives_.build(std::span<const StoredCollective>(collectives()));
}

std::uint64_t TraceIndex::collective_of(const events::Position& position) {
  const std::span<const CollectivePart> parts = parts_.items();
  const std::span<const std::uint64_t> ends = part_ends_.items();
  const auto part = std::lower_bound(ends.begin(), ends.end(), position,
                                     [&](std::uint64_t i, const events::Position& wanted) {
                                       return parts[i].end.position() < wanted;
                                     });
  if (part == ends.end() || parts[*part].end.position() != position) return events::kNowhere;
  const std::span<const StoredCollective> all = collectives_.items();
  const auto found = std::upper_bound(
      all.begin(), all.end(), *part,
      [](std::uint64_t number, const StoredCollective& made) { return number < made.first; });
  return static_cast<std::uint64_t>(found - all.begin()) - 1;
}

}  // namespace tarry::event_library
