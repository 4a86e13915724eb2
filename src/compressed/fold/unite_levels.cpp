// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/unite_levels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "compressed/fold/event_entries.h"
#include "compressed/fold/small_differences.h"
#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

// A regular division of the ranks needs fewer lists than this, even with some odd ranks.
constexpr std::size_t kMostLists = 16;
// Ranks chosen at random need one list for two of them, those of the edges of a grid far fewer. A
// set of few lists may be as irregular as it likes.
constexpr double kMostListsOfRank = 0.4;
constexpr std::size_t kFewLists = 2;
// The same for all fine levels of a coarse one, while not all ranks are there.
constexpr std::size_t kMostListsOfBlock = 64;
// Means that differ less do not matter, whatever else differs.
constexpr double kLeastPart = 0.05;
// How far the variance of means may go beyond what single times explain, in its standard errors.
constexpr double kChance = 4.0;
// Means that differ less are equal.
constexpr double kEqualPart = 0.01;

bool has_pattern(const RankSet& ranks) { return ranks.lists().size() <= kMostLists; }

bool is_scattered(const RankSet& ranks) {
  const std::size_t lists = ranks.lists().size();
  return lists > kFewLists &&
         static_cast<double>(lists) > kMostListsOfRank * static_cast<double>(ranks.size());
}

// Unites each entry with the one before it, of the same path, if `joins` says so. `all` is sorted,
// with rising levels.
template <class Entry, class Joins>
void unite_neighbors(std::vector<Entry>& all, const Joins& joins) {
  std::vector<Entry> united;
  for (Entry& entry : all) {
    if (!united.empty() && path_of(united.back()) == path_of(entry) && joins(united.back(), entry))
      unite(united.back(), entry);
    else
      united.push_back(std::move(entry));
  }
  all = std::move(united);
}

template <class Entry>
void unite_irregular(std::vector<Entry>& all) {
  unite_neighbors(all, [](const Entry& a, const Entry& b) {
    return !has_pattern(a.ranks) || !has_pattern(b.ranks);
  });
}

using TimesOfLevel = std::vector<EventTimes>::iterator;

// Returns how much the means of ranks differ, in relation to the largest.
double part_of_largest(TimesOfLevel begin, TimesOfLevel end) {
  const auto [least, most] = std::minmax_element(
      begin, end, [](const auto& a, const auto& b) { return a.before.mean() < b.before.mean(); });
  return most->before.mean() > 0.0 ? 1.0 - least->before.mean() / most->before.mean() : 0.0;
}

bool are_equal(TimesOfLevel begin, TimesOfLevel end) {
  return part_of_largest(begin, end) <= kEqualPart;
}

// The means of ranks, and how far they may differ by chance.
class Means {
 public:
  void add(const EventTimes& times) {
    const auto members = static_cast<double>(times.ranks.size());
    const double calls = static_cast<double>(times.before.count()) / members;
    const double mean = times.before.mean();
    ranks_ += members;
    sum_ += members * mean;
    squares_ += members * mean * mean;
    explained_ += members * times.before.variance_if_even() / calls;
  }
  // Returns whether they differ by no more than the single times of a rank explain.
  [[nodiscard]] bool are_explained() const {
    const double variance = (squares_ - sum_ * sum_ / ranks_) / (ranks_ - 1.0);
    return variance <= explained_ / ranks_ * (1.0 + kChance * std::sqrt(2.0 / (ranks_ - 1.0)));
  }

 private:
  double ranks_ = 0.0;
  double sum_ = 0.0;
  double squares_ = 0.0;
  double explained_ = 0.0;  // sum of the variances of the means
};

// Returns whether the ranks of all these times may compute alike.
bool are_alike(TimesOfLevel begin, TimesOfLevel end) {
  if (part_of_largest(begin, end) <= kLeastPart) return true;
  Means means;
  for (auto each = begin; each != end; ++each) means.add(*each);
  return means.are_explained();
}

bool has_single_times(const EventTimes& times) {
  return times.before.count() == times.ranks.size();
}

// Returns whether ranks of two coarse levels are there by chance: some are anywhere, and the
// variation within a rank explains the difference. Ranks with a single time say nothing of it.
bool are_mixed(const EventTimes& a, const EventTimes& b) {
  if (!is_scattered(a.ranks) && !is_scattered(b.ranks)) return false;
  if (is_fine(a.level) || is_fine(b.level)) return false;
  if (has_single_times(a) || has_single_times(b)) return false;
  Means means;
  means.add(a);
  means.add(b);
  return means.are_explained();
}

bool fills_memory(TimesOfLevel begin, TimesOfLevel end) {
  std::size_t lists = 0;
  bool has_coarse = false;
  for (auto each = begin; each != end; ++each) {
    lists += each->ranks.lists().size();
    has_coarse = has_coarse || !is_fine(each->level);
  }
  return has_coarse || lists > kMostListsOfBlock;
}

bool rises(const EventTimes& a, const EventTimes& b) {
  const auto order = [](const EventTimes& times) {
    return std::tuple(times.predecessor, coarse_of(times.level), times.level);
  };
  return order(a) < order(b);
}

// Unites the times of each coarse level for which `joins(begin, end)` says so. Others keep their
// order, by rising means.
template <class Joins>
void unite_coarse(std::vector<EventTimes>& all, const Joins& joins) {
  std::sort(all.begin(), all.end(), rises);
  std::vector<EventTimes> united;
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(begin, all.end(), [&](const EventTimes& each) {
      return path_of(each) != path_of(*begin) || coarse_of(each.level) != coarse_of(begin->level);
    });
    if (joins(begin, end)) {
      begin->level = coarse_of(begin->level);
      for (auto each = begin + 1; each != end; ++each) unite(*begin, *each);
      united.push_back(std::move(*begin));
    } else {
      std::move(begin, end, std::back_inserter(united));
    }
    begin = end;
  }
  all = std::move(united);
}

void sort_by_key(std::vector<EventTimes>& all) {
  std::sort(all.begin(), all.end(),
            [](const EventTimes& a, const EventTimes& b) { return key_of(a) < key_of(b); });
}

}  // namespace

void limit_levels(std::vector<EventTimes>& times) {
  if (times.size() < 2) return;
  unite_coarse(times, fills_memory);
  sort_by_key(times);
}

void unite_equal_levels(Trace& trace) {
  for (Event& event : trace.events) {
    unite_coarse(event.times, are_equal);
    sort_by_key(event.times);
  }
}

void unite_levels(Trace& trace) {
  unite_small_differences(trace);
  for (Event& event : trace.events) {
    unite_coarse(event.times, are_alike);
    unite_neighbors(event.times, are_mixed);
    unite_irregular(event.times);
    sort_by_key(event.times);
    unite_irregular(event.statistics);
  }
}

}  // namespace tarry::compressed
