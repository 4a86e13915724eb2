// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/counter_readings.h"

#include <algorithm>
#include <utility>

#include "model/counter.h"

namespace tarry::analysis::declared {

CounterReadings::CounterReadings(const model::Definitions& definitions,
                                 const std::vector<std::string>& wishes, std::vector<Ticks> times)
    : definitions_(definitions), times_(std::move(times)) {
  for (const std::string& name : wishes) {
    Wish& wish = wishes_.emplace_back();
    for (std::uint32_t c = 0; c < definitions.counters.size(); ++c) {
      const model::Counter& counter = definitions.counters[c];
      const bool is_whole =
          counter.type == model::CounterType::UInt64 || counter.type == model::CounterType::Int64;
      if (counter.name != name || !is_whole || !model::is_summable(counter)) continue;
      wish.counter = model::CounterId{c};
      wish.is_difference = counter.mode == model::CounterMode::AccumulatedLast;
    }
  }
  std::sort(times_.begin(), times_.end());
  times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
  at_times_.resize(times_.size());
}

void CounterReadings::read(Ticks time, model::CounterSetId set,
                           std::span<const model::CounterValue> values) {
  if (set.index() >= definitions_.counter_sets.size()) return;
  const std::vector<model::CounterId>& members = definitions_.counter_sets[set.index()].members;
  if (members.size() != values.size()) return;
  for (Wish& wish : wishes_)
    for (std::size_t i = 0; i < members.size(); ++i)
      if (wish.counter.valid() && members[i] == wish.counter &&
          values[i].type == definitions_.counters[wish.counter.index()].type)
        read_one(wish, time, values[i].bits);
  const auto at = std::lower_bound(times_.begin(), times_.end(), time);
  if (at != times_.end() && *at == time)
    at_times_[static_cast<std::size_t>(at - times_.begin())] = now(time);
}

// Values that go backwards count nothing, as in the metrics of counters.
void CounterReadings::read_one(Wish& wish, Ticks time, std::uint64_t value) {
  const std::uint64_t from = wish.is_difference ? 0 : wish.last.value_or(value);
  const std::uint64_t grown = value - from;
  if (grown <= INT64_MAX &&
      __builtin_add_overflow(wish.sum, static_cast<std::int64_t>(grown), &wish.sum))
    wish.counter = {};  // it has no values any more
  wish.last = value;
  wish.read_at = time;
}

CounterGrowth CounterReadings::now(Ticks time) const {
  CounterGrowth sums;
  for (std::size_t w = 0; w < wishes_.size(); ++w)
    if (wishes_[w].counter.valid() && wishes_[w].read_at == time) sums.of[w] = wishes_[w].sum;
  return sums;
}

CounterGrowth CounterReadings::between(Ticks begin, Ticks end) const {
  const auto at = [&](Ticks time) {
    const auto found = std::lower_bound(times_.begin(), times_.end(), time);
    return found != times_.end() && *found == time
               ? at_times_[static_cast<std::size_t>(found - times_.begin())]
               : CounterGrowth();
  };
  return growth(at(begin), at(end));
}

CounterGrowth growth(const CounterGrowth& from, const CounterGrowth& to) {
  CounterGrowth grown;
  for (std::size_t w = 0; w < kMostCounters; ++w)
    if (from.of[w] != kNoCount && to.of[w] != kNoCount) grown.of[w] = to.of[w] - from.of[w];
  return grown;
}

}  // namespace tarry::analysis::declared
