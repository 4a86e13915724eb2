// SPDX-License-Identifier: BSD-3-Clause
#include "compress/merge/unite_levels.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tarry::compress {
namespace {

// More lists than a regular division of the ranks needs, and than some odd ranks make.
constexpr std::size_t kMostLists = 16;

bool has_pattern(const RankSet& ranks) { return ranks.lists().size() <= kMostLists; }

bool are_comparable(const EventTimes& a, const EventTimes& b) {
  return a.predecessor == b.predecessor;
}
bool are_comparable(const EventStatistic& a, const EventStatistic& b) {
  return a.statistic == b.statistic && a.predecessor == b.predecessor;
}

void add_values(EventTimes& to, const EventTimes& from) {
  to.before.add(from.before);
  to.duration.add(from.duration);
}
void add_values(EventStatistic& to, const EventStatistic& from) { to.values.add(from.values); }

// `all` is sorted, levels rise.
template <class Entry>
void unite(std::vector<Entry>& all) {
  std::vector<Entry> united;
  for (Entry& entry : all) {
    const bool joins = !united.empty() && are_comparable(united.back(), entry) &&
                       (!has_pattern(united.back().ranks) || !has_pattern(entry.ranks));
    if (!joins) {
      united.push_back(std::move(entry));
      continue;
    }
    united.back().ranks.unite(entry.ranks);
    add_values(united.back(), entry);
  }
  all = std::move(united);
}

}  // namespace

void unite_levels(Trace& trace) {
  for (Event& event : trace.events) {
    unite(event.times);
    unite(event.statistics);
  }
}

}  // namespace tarry::compress
