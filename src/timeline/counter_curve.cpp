// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/counter_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tarry::timeline {
namespace {

using model::CounterMode;

bool is_held(CounterMode mode) {
  return mode == CounterMode::AbsolutePoint || mode == CounterMode::AbsoluteNext;
}

double number(const model::CounterValue& value) {
  switch (value.type) {
    case model::CounterType::Int64:
      return static_cast<double>(std::bit_cast<std::int64_t>(value.bits));
    case model::CounterType::Double:
      return std::bit_cast<double>(value.bits);
    default:
      return static_cast<double>(value.bits);
  }
}

}  // namespace

bool has_curve(const model::Counter& counter) {
  return model::is_summable(counter) || is_held(counter.mode) ||
         counter.mode == CounterMode::AbsoluteLast;
}

CounterCurve::CounterCurve(const model::Definitions& definitions, const TimeGrid& grid,
                           model::CounterId counter, std::int64_t from, std::int64_t to,
                           std::size_t columns)
    : definitions_(definitions),
      grid_(grid),
      id_(counter),
      counter_(definitions.counters[counter.index()]),
      from_(static_cast<double>(from)),
      width_(static_cast<double>(to - from) / static_cast<double>(columns)),
      sums_(columns),
      covered_(columns) {}

void CounterCurve::counters_read(model::Ticks time, model::CounterSetId set,
                                 std::span<const model::CounterValue> values) {
  if (!set.valid() || set.index() >= definitions_.counter_sets.size()) return;
  const std::vector<model::CounterId>& members = definitions_.counter_sets[set.index()].members;
  for (std::size_t i = 0; i < std::min(members.size(), values.size()); ++i)
    if (members[i] == id_) take({grid_.since_begin(time), number(values[i])});
}

// Of several readings at one time, the first one ends what was before, and the last one begins what
// follows, as if the time between them had been.
void CounterCurve::take(const Reading& reading) {
  if (!std::isfinite(reading.value)) {
    last_.reset();
    return;
  }
  const bool counts_anew = counter_.mode == CounterMode::AccumulatedLast;
  if (counts_anew) counted_ += reading.value;
  if (last_.has_value() && reading.time <= last_->time) {
    if (!model::is_summable(counter_)) last_->value = reading.value;
    return;
  }
  if (last_.has_value()) {
    const double duration = static_cast<double>(reading.time - last_->time);
    if (!model::is_summable(counter_))
      add(last_->time, reading.time, is_held(counter_.mode) ? last_->value : reading.value);
    else if (const double count = counts_anew ? counted_ : reading.value - last_->value; count >= 0)
      add(last_->time, reading.time, count / duration);
  }
  counted_ = 0.0;
  last_ = reading;
}

void CounterCurve::add(std::int64_t begin, std::int64_t end, double value) {
  const double first = std::max((static_cast<double>(begin) - from_) / width_, 0.0);
  const double last =
      std::min((static_cast<double>(end) - from_) / width_, static_cast<double>(sums_.size()));
  for (auto column = static_cast<std::size_t>(first); static_cast<double>(column) < last;
       ++column) {
    const double inside = std::min(last, static_cast<double>(column + 1)) -
                          std::max(first, static_cast<double>(column));
    sums_[column] += inside * value;
    covered_[column] += inside;
  }
}

std::vector<double> CounterCurve::finish() {
  const double per_second =
      model::is_summable(counter_) ? static_cast<double>(definitions_.clock.ticks_per_second) : 1.0;
  std::vector<double> values(sums_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (covered_[i] > 0) values[i] = model::scaled(counter_, sums_[i] / covered_[i] * per_second);
  return values;
}

}  // namespace tarry::timeline
