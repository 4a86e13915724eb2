// SPDX-License-Identifier: BSD-3-Clause
// Times and values of statistics of an event are kept and united alike.
#pragma once

#include <tuple>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// What was counted together but for levels.
inline auto path_of(const EventTimes& times) { return std::tuple(times.predecessor); }
inline auto path_of(const EventStatistic& values) {
  return std::tuple(values.statistic, values.predecessor);
}

// An event has one entry for each, in this order.
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
