// SPDX-License-Identifier: BSD-3-Clause
// Teams out of the parts of their members, and the tenures of each lock in their order.
#include <algorithm>
#include <tuple>

#include "event_library/trace_index.h"

namespace tarry::event_library {
namespace {

auto key(const TeamPart& part) { return std::tie(part.team, part.instance); }

}  // namespace

base::Status TraceIndex::link_threads() {
  TRY(tenures_.map());
  TRY(team_parts_.map());
  const std::span<StoredTenure> held = tenures();
  std::sort(held.begin(), held.end(), [](const StoredTenure& a, const StoredTenure& b) {
    return std::tie(a.rank, a.paradigm, a.lock, a.begin) <
           std::tie(b.rank, b.paradigm, b.lock, b.begin);
  });
  const std::span<TeamPart> parts = team_parts();
  std::sort(parts.begin(), parts.end(), [](const TeamPart& a, const TeamPart& b) {
    return std::tie(a.team, a.instance, a.begin.location) <
           std::tie(b.team, b.instance, b.begin.location);
  });
  for (std::size_t first = 0, end = 0; first < parts.size(); first = end) {
    StoredTeam made;
    made.begin = parts[first].begin;
    made.end = parts[first].end;
    for (; end < parts.size() && key(parts[end]) == key(parts[first]); ++end) {
      const TeamPart& part = parts[end];
      made.begin = std::min(made.begin, part.begin);
      made.end = std::max(made.end, part.end);
      if (!part.fork.valid()) continue;
      made.fork = part.fork;
      made.join = part.join;
    }
    if (made.fork.valid()) made.begin = std::min(made.begin, made.fork);
    if (made.join.valid()) made.end = std::max(made.end, made.join);
    made.first = first;
    made.members = static_cast<std::uint32_t>(end - first);
    TRY(teams_.append(std::span<const StoredTeam>(&made, 1)));
  }
  TRY(teams_.map());
  TRY(open_tenures_.build(std::span<const StoredTenure>(held)));
  return open_teams_.build(std::span<const StoredTeam>(teams()));
}

}  // namespace tarry::event_library
