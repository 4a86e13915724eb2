// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/splits.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace tarry::emit {
namespace {

using ByRank = std::vector<std::int64_t>;

Value by_rank(const ByRank& numbers, std::int64_t left_out) {
  std::map<std::int64_t, std::vector<std::uint32_t>> ranks;
  for (std::uint32_t rank = 0; rank < numbers.size(); ++rank)
    if (numbers[rank] != left_out) ranks[numbers[rank]].push_back(rank);
  Value value;
  for (const auto& [number, of] : ranks)
    value.choices.push_back({RankSet::of_sorted(of), {{number}, {}, false, false}});
  std::sort(value.choices.begin(), value.choices.end(),
            [](const Choice& a, const Choice& b) { return a.ranks.lowest() < b.ranks.lowest(); });
  return value;
}

// Communicators without common members.
struct Disjoint {
  std::vector<std::uint32_t> numbers;
  std::vector<bool> has;  // by rank
};

constexpr std::int64_t kOutside = -1, kUnused = -2;

Split split_of(const compressed::Trace& trace, const std::vector<compressed::Memberships>& comms,
               Disjoint& group) {
  const auto lowest = [&](std::uint32_t number) {
    const auto& members = trace.communicators[number].members;
    return *std::min_element(members.begin(), members.end());
  };
  std::sort(group.numbers.begin(), group.numbers.end(),
            [&](std::uint32_t a, std::uint32_t b) { return lowest(a) < lowest(b); });
  ByRank colors(trace.ranks, kOutside), keys(trace.ranks, kUnused), indices(trace.ranks, kUnused);
  bool is_sorted = true;
  for (std::size_t color = 0; color < group.numbers.size(); ++color) {
    const std::uint32_t number = group.numbers[color];
    const auto& members = trace.communicators[number].members;
    for (std::size_t place = 0; place < members.size(); ++place) {
      const std::uint32_t rank = members[place];
      colors[rank] = static_cast<std::int64_t>(color);
      keys[rank] = static_cast<std::int64_t>(place);
      for (std::size_t i = 0; i < comms[rank].size(); ++i)
        if (comms[rank][i].communicator == number) indices[rank] = static_cast<std::int64_t>(i);
    }
    is_sorted = is_sorted && std::is_sorted(members.begin(), members.end());
  }
  return {by_rank(colors, kUnused), is_sorted ? Value{} : by_rank(keys, kUnused),
          by_rank(indices, kUnused)};
}

}  // namespace

bool is_world(const compressed::Communicator& communicator, std::uint32_t ranks) {
  if (communicator.is_inter || communicator.is_self || communicator.members.size() != ranks)
    return false;
  return std::is_sorted(communicator.members.begin(), communicator.members.end());
}

std::vector<Split> splits_of(const compressed::Trace& trace,
                             const std::vector<compressed::Memberships>& comms) {
  std::vector<Disjoint> groups;
  bool has_world = false;
  for (std::uint32_t number = 0; number < trace.communicators.size(); ++number) {
    const compressed::Communicator& each = trace.communicators[number];
    if (each.is_self || each.is_inter || each.members.empty()) continue;
    if (!has_world && is_world(each, trace.ranks)) {
      has_world = true;
      continue;
    }
    const auto fits = [&](const Disjoint& group) {
      return std::none_of(each.members.begin(), each.members.end(),
                          [&](std::uint32_t rank) { return group.has[rank]; });
    };
    auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) {
      groups.push_back({{}, std::vector<bool>(trace.ranks, false)});
      group = groups.end() - 1;
    }
    group->numbers.push_back(number);
    for (const std::uint32_t rank : each.members) group->has[rank] = true;
  }
  std::vector<Split> out;
  for (Disjoint& group : groups) out.push_back(split_of(trace, comms, group));
  return out;
}

}  // namespace tarry::emit
