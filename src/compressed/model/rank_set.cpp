// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/rank_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tarry::compressed {
namespace {

// Returns the longest progressions of ranks, one after another.
std::vector<RankList> progressions(const std::vector<std::uint32_t>& ranks) {
  std::vector<RankList> out;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    const std::uint32_t stride = end < ranks.size() ? ranks[end] - ranks[i] : 0;
    while (end < ranks.size() && ranks[end] - ranks[end - 1] == stride) ++end;
    const auto length = static_cast<std::uint32_t>(end - i);
    RankList list{ranks[i], {}};
    if (length > 1) list.dimensions.push_back({length, stride});
    out.push_back(std::move(list));
    i = end;
  }
  return out;
}

// Joins lists of the same form at equal distances into one with another dimension.
bool add_dimension(std::vector<RankList>& lists) {
  std::vector<RankList> out;
  for (std::size_t i = 0; i < lists.size();) {
    std::size_t end = i + 1;
    const auto alike = [&](std::size_t j) {
      return j < lists.size() && !lists[j].dimensions.empty() &&
             lists[j].dimensions == lists[i].dimensions;
    };
    const std::uint32_t stride = alike(end) ? lists[end].start - lists[i].start : 0;
    while (alike(end) && lists[end].start - lists[end - 1].start == stride) ++end;
    RankList list = lists[i];
    const auto length = static_cast<std::uint32_t>(end - i);
    if (length > 1) list.dimensions.insert(list.dimensions.begin(), {length, stride});
    out.push_back(std::move(list));
    i = end;
  }
  const bool changed = out.size() != lists.size();
  lists = std::move(out);
  return changed;
}

void expand(const RankList& list, std::size_t dimension, std::uint32_t at,
            std::vector<std::uint32_t>& out) {
  if (dimension == list.dimensions.size()) return out.push_back(at);
  const RankList::Dimension& d = list.dimensions[dimension];
  if (dimension + 1 == list.dimensions.size()) {
    for (std::uint32_t i = 0; i < d.length; ++i) out.push_back(at + i * d.stride);
    return;
  }
  for (std::uint32_t i = 0; i < d.length; ++i) expand(list, dimension + 1, at + i * d.stride, out);
}

// Returns the ranks of all lists, ascending. Most lists are sorted and begin behind the end of the
// one before.
std::vector<std::uint32_t> expand_all(const std::vector<RankList>& lists) {
  std::uint64_t size = 0;
  for (const RankList& list : lists) size += list.size();
  std::vector<std::uint32_t> out;
  out.reserve(size);
  std::vector<std::ptrdiff_t> ends{0};  // ends of sorted runs
  for (const RankList& list : lists) {
    const std::ptrdiff_t begin = std::ssize(out);
    expand(list, 0, list.start, out);
    const auto first = out.begin() + begin;
    if (!std::is_sorted(first, out.end())) std::sort(first, out.end());
    if (begin > 0 && *std::prev(first) <= *first) ends.pop_back();
    ends.push_back(std::ssize(out));
  }
  while (ends.size() > 2) {  // merges two neighbors at a time
    std::vector<std::ptrdiff_t> fewer{0};
    for (std::size_t i = 2; i < ends.size(); i += 2) {
      std::inplace_merge(out.begin() + ends[i - 2], out.begin() + ends[i - 1],
                         out.begin() + ends[i]);
      fewer.push_back(ends[i]);
    }
    if (ends.size() % 2 == 0) fewer.push_back(ends.back());
    ends = std::move(fewer);
  }
  return out;
}

bool contains_rank(const RankList& list, std::size_t dimension, std::uint32_t at,
                   std::uint32_t rank) {
  if (dimension == list.dimensions.size()) return at == rank;
  const RankList::Dimension& d = list.dimensions[dimension];
  if (dimension + 1 == list.dimensions.size())
    return rank >= at &&
           (d.stride == 0 ? rank == at
                          : (rank - at) % d.stride == 0 && (rank - at) / d.stride < d.length);
  for (std::uint32_t i = 0; i < d.length && at + i * d.stride <= rank; ++i)
    if (contains_rank(list, dimension + 1, at + i * d.stride, rank)) return true;
  return false;
}

bool is_block(const std::vector<RankList>& lists) {
  return lists.size() == 1 && (lists[0].dimensions.empty() || (lists[0].dimensions.size() == 1 &&
                                                               lists[0].dimensions[0].stride == 1));
}

}  // namespace

std::uint64_t RankList::size() const {
  std::uint64_t size = 1;
  for (const Dimension& d : dimensions) size *= d.length;
  return size;
}

RankSet RankSet::of_sorted(const std::vector<std::uint32_t>& ranks) {
  RankSet out;
  out.lists_ = progressions(ranks);
  while (add_dimension(out.lists_)) {
  }
  return out;
}

RankSet RankSet::of_lists(const std::vector<RankList>& lists) {
  std::vector<std::uint32_t> ranks = expand_all(lists);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return of_sorted(ranks);
}

RankSet RankSet::of_sets(const std::vector<const RankSet*>& sets) {
  if (sets.empty()) return {};
  if (sets.size() == 1) return *sets[0];
  std::vector<RankList> lists;
  for (const RankSet* const set : sets)
    lists.insert(lists.end(), set->lists_.begin(), set->lists_.end());
  return of_lists(lists);
}

RankSet RankSet::first(std::uint32_t count) {
  RankSet out;
  if (count == 0) return out;
  out.lists_ = {{0, {}}};
  if (count > 1) out.lists_[0].dimensions = {{count, 1}};
  return out;
}

std::uint64_t RankSet::size() const {
  std::uint64_t size = 0;
  for (const RankList& list : lists_) size += list.size();
  return size;
}

bool RankSet::contains(std::uint32_t rank) const {
  return std::any_of(lists_.begin(), lists_.end(), [rank](const RankList& list) {
    return contains_rank(list, 0, list.start, rank);
  });
}

std::uint32_t RankSet::lowest() const { return lists_.empty() ? UINT32_MAX : lists_.front().start; }

std::vector<std::uint32_t> RankSet::ranks() const { return expand_all(lists_); }

void RankSet::unite(const RankSet& other) {
  if (other.empty() || *this == other) return;
  if (empty()) {
    *this = other;
    return;
  }
  // Adjacent blocks, which the merging of ranks produces, need not be expanded.
  if (is_block(lists_) && is_block(other.lists_) &&
      lists_[0].start + size() == other.lists_[0].start) {
    const auto length = static_cast<std::uint32_t>(size() + other.size());
    lists_[0].dimensions = {{length, 1}};
    return;
  }
  std::vector<std::uint32_t> mine = ranks();
  const std::vector<std::uint32_t> others = other.ranks();
  std::vector<std::uint32_t> all;
  all.reserve(mine.size() + others.size());
  std::set_union(mine.begin(), mine.end(), others.begin(), others.end(), std::back_inserter(all));
  *this = of_sorted(all);
}

}  // namespace tarry::compressed
