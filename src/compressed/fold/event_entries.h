// SPDX-License-Identifier: BSD-3-Clause
// Common code for the times of an event and for its values of statistics.
#pragma once

#include <tuple>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// The key of an entry without its level.
inline auto path_of(const EventTimes& times) { return std::tuple(times.predecessor); }
inline auto path_of(const EventStatistic& values) {
  return std::tuple(values.statistic, values.predecessor);
}

// Each event has one entry per key, in this order.
template <class Entry>
auto key_of(const Entry& entry) {
  return std::tuple_cat(path_of(entry), std::tuple(entry.level));
}

inline void unite(EventTimes& to, const EventTimes& from) {
  to.ranks.unite(from.ranks);
  to.before.add(from.before);
  to.duration.add(from.duration);
}
inline void unite(EventStatistic& to, const EventStatistic& from) {
  to.ranks.unite(from.ranks);
  to.values.add(from.values);
}

}  // namespace tarry::compressed
