// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/small_differences.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "compressed/fold/event_entries.h"
#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

// The part of a rank's time by which all of this together may change its computation.
constexpr double kMostChanged = 0.01;

using TimesOfLevel = std::vector<EventTimes>::iterator;

void sort_by_rising_level(std::vector<EventTimes>& all) {
  std::sort(all.begin(), all.end(), [](const EventTimes& a, const EventTimes& b) {
    const auto order = [](const EventTimes& times) {
      return std::tuple(times.predecessor, coarse_of(times.level), times.level);
    };
    return order(a) < order(b);
  });
}

double calls_of_rank(const EventTimes& times) {
  return static_cast<double>(times.before.count()) / static_cast<double>(times.ranks.size());
}

// Returns how far uniting these times may change what one of their ranks computes.
double most_changed(TimesOfLevel begin, TimesOfLevel end) {
  double least = begin->before.mean();
  double most = least;
  double calls = 0.0;
  for (auto each = begin; each != end; ++each) {
    least = std::min(least, each->before.mean());
    most = std::max(most, each->before.mean());
    calls = std::max(calls, calls_of_rank(*each));
  }
  return (most - least) * calls;
}

// Returns the time that one event and predecessor may change the computation of a rank by.
double share_of_path(const Trace& trace) {
  double sum = 0.0;
  std::size_t paths = 0;
  for (const Event& event : trace.events)
    for (std::size_t i = 0; i < event.times.size(); ++i) {
      const EventTimes& times = event.times[i];
      if (i == 0 || path_of(event.times[i - 1]) != path_of(times)) ++paths;
      if (!times.predecessor.valid()) continue;
      sum += static_cast<double>(times.before.sum()) + static_cast<double>(times.duration.sum());
    }
  if (paths == 0 || trace.ranks == 0) return 0.0;
  return kMostChanged * sum / trace.ranks / static_cast<double>(paths);
}

// Gives times the level of their mean, unless other times of the same path have it.
void give_level_of_mean(EventTimes& times, const std::vector<EventTimes>& before,
                        TimesOfLevel behind, TimesOfLevel end) {
  const std::uint32_t level = coarse_level(static_cast<std::uint64_t>(times.before.mean()));
  const auto has_it = [&](const EventTimes& other) {
    return path_of(other) == path_of(times) && other.level == level;
  };
  if (std::none_of(before.begin(), before.end(), has_it) && std::none_of(behind, end, has_it))
    times.level = level;
}

// Returns the end of the times from `begin` on that are to be one.
TimesOfLevel end_of_alike(TimesOfLevel begin, TimesOfLevel end, double share) {
  TimesOfLevel last = begin + 1;
  while (last != end && path_of(*last) == path_of(*begin) && most_changed(begin, last + 1) <= share)
    ++last;
  // Two single times take as much room as a histogram of both.
  const bool are_two = last - begin == 2 && begin->before.count() + begin[1].before.count() == 2;
  return are_two ? begin + 1 : last;
}

}  // namespace

void unite_small_differences(Trace& trace) {
  const double share = share_of_path(trace);
  for (Event& event : trace.events) {
    std::vector<EventTimes>& all = event.times;
    if (all.size() < 2) continue;
    sort_by_rising_level(all);
    std::vector<EventTimes> kept;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end = end_of_alike(begin, all.end(), share);
      for (auto each = begin + 1; each != end; ++each) unite(*begin, *each);
      if (end - begin > 1) give_level_of_mean(*begin, kept, end, all.end());
      kept.push_back(std::move(*begin));
      begin = end;
    }
    all = std::move(kept);
    std::sort(all.begin(), all.end(),
              [](const EventTimes& a, const EventTimes& b) { return key_of(a) < key_of(b); });
  }
}

}  // namespace tarry::compressed
