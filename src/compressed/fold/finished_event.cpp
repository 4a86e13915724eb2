// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/finished_event.h"

#include <algorithm>
#include <utility>

#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

Elastic elastic(Sequence values, std::uint32_t rank) {
  values.seal();
  return Elastic(ElasticPair{std::move(values), RankSet(rank)});
}

// True if no value of the parameter is known; it is left out then.
bool says_nothing(Parameter parameter, const Values& values) {
  if (!may_be_unknown(parameter)) return false;
  const auto* const sequence = std::get_if<Sequence>(&values);
  if (sequence == nullptr) return false;
  for (SequenceCursor cursor(*sequence); !cursor.done();) {
    const Run run = cursor.next_run_whole();
    if (run.first != kUnknown || run.stride != 0) return false;
  }
  return true;
}

// One time says nothing of how much the times of a rank differ.
std::uint32_t level_of_rank(const FoldTimes& times) {
  const auto mean = static_cast<std::uint64_t>(times.before.mean());
  return times.before.count() < 2 ? coarse_level(mean) : fine_level(mean);
}

}  // namespace

Event finished(FoldEvent& from, std::uint32_t rank, const FoldOptions& options) {
  Event event;
  from.values.unpack();
  event.site = from.site;
  event.ranks = RankSet(rank);
  for (const FoldLevel& level : from.levels)
    event.levels.push_back({elastic(level.length_values(options.vectors), rank),
                            elastic(level.trip_values(options.vectors), rank)});
  for (FoldStream& stream : from.values.streams()) {
    if (says_nothing(stream.parameter(), stream.finished())) continue;
    if (options.histogram_threshold > 0 && from.values.may_be_given_up(stream) &&
        stream.terms() + 1 >= options.histogram_threshold)
      stream.give_up();
    event.of(stream.parameter()) = Elastic(ElasticPair{stream.finished(), RankSet(rank)});
  }
  for (const FoldTimes& times : from.values.times())
    event.times.push_back(
        {times.predecessor, level_of_rank(times), RankSet(rank), times.before, times.duration});
  std::sort(event.times.begin(), event.times.end(),
            [](const EventTimes& a, const EventTimes& b) { return a.predecessor < b.predecessor; });
  for (const FoldStatistic& each : from.values.statistics())
    event.statistics.push_back(
        {each.statistic, each.predecessor,
         TimeHistogram::bin_of(static_cast<std::uint64_t>(each.values.mean())), RankSet(rank),
         each.values});
  std::sort(event.statistics.begin(), event.statistics.end(),
            [](const EventStatistic& a, const EventStatistic& b) {
              return std::pair(a.statistic, a.predecessor) < std::pair(b.statistic, b.predecessor);
            });
  return event;
}

}  // namespace tarry::compressed
