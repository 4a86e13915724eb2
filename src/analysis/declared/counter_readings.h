// SPDX-License-Identifier: BSD-3-Clause
// What counters have counted until the enters and leaves that patterns ask about: of one location,
// found while its events are read once more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/declared/facts.h"
#include "model/definitions.h"

namespace tarry::analysis::declared {

class CounterReadings {
 public:
  // `wishes` names counters, at most kMostCounters; `times` are those that are kept, in any order.
  CounterReadings(const model::Definitions& definitions, const std::vector<std::string>& wishes,
                  std::vector<Ticks> times);

  // Takes a reading. They come in the order of their times.
  void read(Ticks time, model::CounterSetId set, std::span<const model::CounterValue> values);

  // Returns what was counted between two kept times; no value if a counter was not read at both.
  [[nodiscard]] CounterGrowth between(Ticks begin, Ticks end) const;
  // Returns the sums until now, of counters that were read at this time.
  [[nodiscard]] CounterGrowth now(Ticks time) const;

 private:
  struct Wish {
    model::CounterId counter;
    bool is_difference = false;  // a value counts from the one before
    std::optional<std::uint64_t> last;
    std::int64_t sum = 0;
    Ticks read_at{INT64_MIN};
  };

  void read_one(Wish& wish, Ticks time, std::uint64_t value);

  const model::Definitions& definitions_;
  std::vector<Wish> wishes_;
  std::vector<Ticks> times_;  // ascending, each once
  std::vector<CounterGrowth> at_times_;
};

// Returns the growth from one sum to another, where both have a value.
CounterGrowth growth(const CounterGrowth& from, const CounterGrowth& to);

}  // namespace tarry::analysis::declared
