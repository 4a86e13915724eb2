// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/uses.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace tarry::compressed {
namespace {

using Kinds = std::array<bool, kActionKinds>;

Kinds kinds_with(Parameter parameter) {
  Kinds kinds{};
  for (std::size_t kind = 0; kind < kActionKinds; ++kind) {
    const auto all = parameters_of(static_cast<ActionKind>(kind));
    kinds[kind] = std::find(all.begin(), all.end(), parameter) != all.end();
  }
  return kinds;
}

bool is_value_of(const Run& run, std::int64_t value) {
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(value, run.first, &distance)) return false;
  if (distance == 0) return true;
  if (run.stride == 0) return false;
  if (run.stride == -1)
    return distance < 0 && std::uint64_t{0} - static_cast<std::uint64_t>(distance) < run.count;
  return distance % run.stride == 0 && distance / run.stride > 0 &&
         static_cast<std::uint64_t>(distance / run.stride) < run.count;
}

// Returns how many values of the terms are among `kinds`.
std::uint64_t count_of(const std::vector<Term>& terms, const Kinds& kinds) {
  std::uint64_t count = 0;
  for (const Term& term : terms) {
    if (term.is_group()) {
      count += term.times * count_of(term.body, kinds);
      continue;
    }
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      if (kinds[kind] && is_value_of(term.run, static_cast<std::int64_t>(kind)))
        count += term.run.stride == 0 ? term.run.count : 1;
  }
  return count;
}

std::uint64_t count_of(const Values& values, const Kinds& kinds) {
  if (const auto* sequence = std::get_if<Sequence>(&values))
    return count_of(sequence->terms(), kinds);
  std::uint64_t count = 0;
  for (const auto& [value, times] : std::get<ValueHistogram>(values).counts)
    if (value >= 0 && value < std::ssize(kinds) && kinds[static_cast<std::size_t>(value)])
      count += times;
  return count;
}

std::uint64_t sum_of(const Values& values) {
  if (const auto* sequence = std::get_if<Sequence>(&values))
    return static_cast<std::uint64_t>(sequence->sum());
  return std::get<ValueHistogram>(values).sum();
}

// Looking up a few ranks is faster than listing all of another set.
bool is_faster_by_rank(const RankSet& few, const RankSet& many) {
  constexpr std::uint64_t kLookUp = 4;  // cost for each list, in ranks that are listed
  return few.size() * many.lists().size() * kLookUp < many.size();
}

// Returns the ranks that are in another set, or those that are not.
RankSet ranks_that(const RankSet& ranks, const RankSet& other, bool are_in_it) {
  std::vector<std::uint32_t> found = ranks.ranks();
  std::erase_if(found, [&](std::uint32_t rank) { return other.contains(rank) != are_in_it; });
  return found.empty() ? RankSet() : RankSet::of_sorted(found);
}

// Applies `of` to the values of each pair of the element. Ranks with equal counts are united at
// once: an element may have as many pairs as there are ranks.
template <class Of>
Uses uses_by(const Elastic& element, Of of) {
  std::vector<std::pair<std::uint64_t, std::vector<const RankSet*>>> found;  // by count
  std::unordered_map<std::uint64_t, std::size_t> index;
  for (const ElasticPair& pair : element.pairs()) {
    const std::uint64_t count = of(pair.values);
    const auto [at, is_new] = index.try_emplace(count, found.size());
    if (is_new) found.emplace_back(count, std::vector<const RankSet*>{});
    found[at->second].second.push_back(&pair.ranks);
  }
  Uses uses;
  for (const auto& [count, sets] : found) uses.add(RankSet::of_sets(sets), count);
  return uses;
}

}  // namespace

RankSet intersection(const RankSet& a, const RankSet& b) {
  if (a == b) return a;
  if (is_faster_by_rank(a, b)) return ranks_that(a, b, true);
  if (is_faster_by_rank(b, a)) return ranks_that(b, a, true);
  const auto of_a = a.ranks(), of_b = b.ranks();
  std::vector<std::uint32_t> both;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(both));
  return both.empty() ? RankSet() : RankSet::of_sorted(both);
}

RankSet difference(const RankSet& a, const RankSet& b) {
  if (a == b) return {};
  if (b.empty()) return a;
  if (is_faster_by_rank(a, b)) return ranks_that(a, b, false);
  const auto of_a = a.ranks(), of_b = b.ranks();
  std::vector<std::uint32_t> left;
  std::set_difference(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(left));
  return left.empty() ? RankSet() : RankSet::of_sorted(left);
}

void Uses::add(RankSet ranks, std::uint64_t count) {
  if (count == 0 || ranks.empty()) return;
  for (Class& each : classes_)
    if (each.count == count) return each.ranks.unite(ranks);
  classes_.push_back({std::move(ranks), count});
}

void Uses::add(const Uses& others) {
  for (const Class& each : others.classes_) add(each.ranks, each.count);
}

RankSet Uses::ranks() const {
  RankSet all;
  for (const Class& each : classes_) {
    if (all.empty())
      all = each.ranks;
    else
      all.unite(each.ranks);
  }
  return all;
}

Uses Uses::of(const RankSet& ranks) const {
  Uses found;
  for (const Class& each : classes_) found.add(intersection(each.ranks, ranks), each.count);
  return found;
}

Uses Uses::without(const RankSet& ranks) const {
  Uses left;
  for (const Class& each : classes_) left.add(difference(each.ranks, ranks), each.count);
  return left;
}

bool operator==(const Uses& a, const Uses& b) {
  if (a.classes_.size() != b.classes_.size()) return false;
  return std::all_of(a.classes_.begin(), a.classes_.end(), [&b](const Uses::Class& one) {
    return std::any_of(b.classes_.begin(), b.classes_.end(), [&one](const Uses::Class& other) {
      return one.count == other.count && one.ranks == other.ranks;
    });
  });
}

std::uint64_t size_of(const Values& values) {
  return std::visit([](const auto& all) { return all.size(); }, values);
}

Uses uses_of_sizes(const Elastic& element) { return uses_by(element, size_of); }

Uses entries_of(const Event& event) {
  Uses entries;
  RankSet known;
  const auto add = [&](const Elastic& element) {
    if (element.empty()) return;
    const Uses uses = uses_of_sizes(element).without(known);
    entries.add(uses);
    known = entries.ranks();
  };
  for (const Level& level : event.levels) add(level.length);
  add(event.of(Parameter::Actions));
  return entries;
}

Uses uses_inside(const Level& level, const Uses& entries) {
  std::vector<const RankSet*> sets;
  for (const ElasticPair& pair : level.length.pairs()) sets.push_back(&pair.ranks);
  const RankSet looping = RankSet::of_sets(sets);
  Uses inside = entries.without(looping);
  inside.add(uses_by(level.trips, sum_of).of(looping));
  return inside;
}

Uses uses_of_kind(const Elastic& actions) { return uses_by(actions, sum_of); }

Uses uses_of_parameter(const Elastic& action, Parameter parameter) {
  const Kinds kinds = kinds_with(parameter);
  return uses_by(action, [&](const Values& values) { return count_of(values, kinds); });
}

}  // namespace tarry::compressed
