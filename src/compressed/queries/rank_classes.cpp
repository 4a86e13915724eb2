// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/rank_classes.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace tarry::compressed {
namespace {

using Labels = std::vector<std::uint32_t>;  // class of each rank, by position in the list of ranks

bool is_the_same_for_all(const Elastic& element, const Event& event) {
  if (element.empty()) return true;
  return element.pairs().size() == 1 && element.pairs()[0].ranks == event.ranks &&
         std::holds_alternative<Sequence>(element.pairs()[0].values);
}

// Returns the number of each rank's vector in the element, or 0 for a rank without one.
Labels vectors_of(const Elastic& element, const std::vector<std::uint32_t>& ranks) {
  Labels out(ranks.size(), 0);
  std::uint32_t next = 0;
  for (const ElasticPair& pair : element.pairs()) {
    const bool is_shared = std::holds_alternative<Sequence>(pair.values);
    if (is_shared) ++next;
    for (const std::uint32_t rank : pair.ranks.ranks()) {
      const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank);
      if (at == ranks.end() || *at != rank) continue;
      if (!is_shared) ++next;
      out[static_cast<std::size_t>(at - ranks.begin())] = next;
    }
  }
  return out;
}

// Splits classes whose ranks differ in `by`. New classes are numbered as they come.
std::uint32_t split(Labels& classes, const Labels& by) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::uint64_t key = std::uint64_t{classes[i]} << 32 | by[i];
    const auto number = static_cast<std::uint32_t>(known.size());
    classes[i] = known.try_emplace(key, number).first->second;
  }
  return static_cast<std::uint32_t>(known.size());
}

}  // namespace

std::vector<RankSet> rank_classes(const Event& event, std::span<const Parameter> parameters) {
  std::vector<std::uint32_t> ranks;
  Labels classes;
  std::uint32_t count = 1;
  for (const Parameter parameter : parameters) {
    const Elastic& element = event.of(parameter);
    if (is_the_same_for_all(element, event)) continue;
    if (ranks.empty()) {
      ranks = event.ranks.ranks();
      classes.assign(ranks.size(), 0);
    }
    count = split(classes, vectors_of(element, ranks));
  }
  if (count == 1) return {event.ranks};
  std::vector<std::vector<std::uint32_t>> members(count);
  for (std::size_t i = 0; i < ranks.size(); ++i) members[classes[i]].push_back(ranks[i]);
  std::vector<RankSet> out;
  out.reserve(count);
  for (const std::vector<std::uint32_t>& of_class : members)
    out.push_back(RankSet::of_sorted(of_class));
  return out;
}

}  // namespace tarry::compressed
