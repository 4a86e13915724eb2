// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/unite_levels.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "compressed/fold/event_entries.h"

namespace tarry::compressed {
namespace {

// A regular division of the ranks needs fewer lists than this, even with some odd ranks.
constexpr std::size_t kMostLists = 16;

bool has_pattern(const RankSet& ranks) { return ranks.lists().size() <= kMostLists; }

// `all` is sorted, with rising levels.
template <class Entry>
void unite_levels(std::vector<Entry>& all) {
  std::vector<Entry> united;
  for (Entry& entry : all) {
    const bool joins = !united.empty() && path_of(united.back()) == path_of(entry) &&
                       (!has_pattern(united.back().ranks) || !has_pattern(entry.ranks));
    if (!joins) {
      united.push_back(std::move(entry));
      continue;
    }
    unite(united.back(), entry);
  }
  all = std::move(united);
}

}  // namespace

void unite_levels(Trace& trace) {
  for (Event& event : trace.events) {
    unite_levels(event.times);
    unite_levels(event.statistics);
  }
}

}  // namespace tarry::compressed
