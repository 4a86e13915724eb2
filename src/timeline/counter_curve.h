// SPDX-License-Identifier: BSD-3-Clause
// A counter of one line over time: what it counted per second in each column of a window, or, for
// counters whose values stand for themselves, its mean value there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "model/definitions.h"
#include "model/event_handler.h"
#include "timeline/time_grid.h"

namespace tarry::timeline {

// Returns whether the values of the counter can be drawn over time.
bool has_curve(const model::Counter& counter);

class CounterCurve final : public model::EventHandler {
 public:
  // Columns of equal width between `from` and `to`, ticks since the begin of the trace; from < to.
  CounterCurve(const model::Definitions& definitions, const TimeGrid& grid,
               model::CounterId counter, std::int64_t from, std::int64_t to, std::size_t columns);

  void counters_read(model::Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override;

  // After the last event of the window. NaN where nothing is known.
  [[nodiscard]] std::vector<double> finish();

 private:
  struct Reading {
    std::int64_t time;
    double value;
  };

  void take(const Reading& reading);
  // The counter had this value, or counted so much per tick, from `begin` to `end`.
  void add(std::int64_t begin, std::int64_t end, double value);

  const model::Definitions& definitions_;
  const TimeGrid& grid_;
  const model::CounterId id_;
  const model::Counter& counter_;
  const double from_, width_;    // of a column, in ticks
  std::optional<Reading> last_;  // the earliest reading of the latest time
  double counted_ = 0.0;  // since then, of counters that say what they counted since the last one
  std::vector<double> sums_, covered_;  // by column; ticks
};

}  // namespace tarry::timeline
