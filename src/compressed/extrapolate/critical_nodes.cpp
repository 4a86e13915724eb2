// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/critical_nodes.h"

#include <algorithm>
#include <map>

namespace tarry::compressed {
namespace {

// Returns the length of the shortest part whose repetition is the whole sequence.
std::uint32_t shortest_loop(std::span<const std::uint32_t> groups) {
  const auto size = static_cast<std::uint32_t>(groups.size());
  for (std::uint32_t length = 1; length < size; ++length)
    if (size % length == 0 && std::equal(groups.begin() + length, groups.end(), groups.begin()))
      return length;
  return size;
}

}  // namespace

CriticalNodes critical_nodes(std::span<const std::uint32_t> groups) {
  CriticalNodes out;
  if (groups.empty()) return out;
  out.loop_length = shortest_loop(groups);
  std::map<std::uint32_t, std::size_t> index;  // by group
  for (const std::uint32_t group : groups) {
    const auto [found, is_new] = index.try_emplace(group, out.group_sizes.size());
    if (is_new) out.group_sizes.push_back(0);
    ++out.group_sizes[found->second];
  }
  const std::uint32_t critical = static_cast<std::uint32_t>(groups.size()) / out.loop_length;
  for (std::uint32_t rank = 0; rank < groups.size(); ++rank)
    if (out.group_sizes[index[groups[rank]]] == critical) out.nodes.push_back(rank);
  return out;
}

std::optional<Extents> extents_by_critical_nodes(std::span<const std::uint32_t> groups,
                                                 unsigned dimensions) {
  const auto ranks = static_cast<std::uint32_t>(groups.size());
  if (dimensions == 1) return extents_of({ranks});
  const CriticalNodes found = critical_nodes(groups);
  if (found.loop_length == 1) return std::nullopt;  // all ranks are alike
  std::vector<std::uint32_t> out;
  std::uint32_t before = 1;
  for (std::size_t i = 1; i < dimensions; ++i) {
    const std::size_t nth = std::size_t{1} << i;
    if (found.nodes.size() < nth) return std::nullopt;
    const std::uint32_t inclusive = found.nodes[nth - 1] - found.nodes[0] + 1;
    if (inclusive % before != 0 || inclusive / before < 2) return std::nullopt;
    out.push_back(inclusive / before);
    before = inclusive;
  }
  if (ranks % before != 0 || ranks / before < 2) return std::nullopt;
  out.push_back(ranks / before);
  return extents_of(out);
}

}  // namespace tarry::compressed
