// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/counter_sums.h"

#include <bit>
#include <cmath>

namespace tarry::analysis {

using model::CounterId;
using model::CounterMode;
using model::CounterType;
using model::CounterValue;

namespace {

// Larger values are damaged. Sums of smaller ones are finite in any unit.
constexpr double kLargestReal = 1e200;

double real(std::uint64_t bits) { return std::bit_cast<double>(bits); }

bool is_possible(CounterType type, std::uint64_t bits) {
  return type != CounterType::Double || std::abs(real(bits)) <= kLargestReal;  // false for NaN
}

bool is_less(CounterType type, std::uint64_t a, std::uint64_t b) {
  if (type == CounterType::Double) return real(a) < real(b);
  if (type == CounterType::Int64)
    return std::bit_cast<std::int64_t>(a) < std::bit_cast<std::int64_t>(b);
  return a < b;
}

// Returns the bits as in CounterTotal.
std::uint64_t difference(CounterType type, std::uint64_t a, std::uint64_t b) {
  return type == CounterType::Double ? std::bit_cast<std::uint64_t>(real(a) - real(b)) : a - b;
}

}  // namespace

CounterSums::CounterSums(const model::Definitions& definitions)
    : definitions_(definitions),
      last_(definitions.counters.size()),
      sums_(definitions.counters.size()) {
  for (const model::Counter& counter : definitions.counters)
    kinds_.push_back({counter.type, counter.mode, model::is_summable(counter)});
}

bool CounterSums::read(const ReadingPoint& now, Ticks run, model::CounterSetId set,
                       std::span<const CounterValue> values) {
  amounts_.clear();
  if (set.index() >= definitions_.counter_sets.size()) {
    ++undefined_;
    return false;
  }
  const std::vector<CounterId>& members = definitions_.counter_sets[set.index()].members;
  if (members.size() != values.size()) {
    ++miscounted_;
    return false;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const CounterId counter = members[i];
    if (counter.index() >= kinds_.size() || !kinds_[counter.index()].is_summable) continue;
    const CounterType type = kinds_[counter.index()].type;
    if (values[i].type != type) {
      ++of_another_type_;
    } else if (!is_possible(type, values[i].bits)) {
      ++impossible_;
      last_[counter.index()].is_known = false;
    } else {
      read_one(now, run, counter, values[i].bits);
    }
  }
  return !amounts_.empty();
}

void CounterSums::read_one(const ReadingPoint& now, Ticks run, CounterId counter,
                           std::uint64_t bits) {
  const LastReading before = last_[counter.index()];
  last_[counter.index()] = {bits, now, true};
  if (!before.is_known || before.at.stretch != now.stretch) return;
  const CounterType type = kinds_[counter.index()].type;
  const bool is_amount = kinds_[counter.index()].mode == CounterMode::AccumulatedLast;
  const std::uint64_t from = is_amount ? 0 : before.bits;  // 0: also of a double
  if (is_less(type, bits, from)) {
    ++backwards_;
    return;
  }
  const std::uint64_t amount = difference(type, bits, from);
  if (amount == 0) return;
  const bool took_time = now.time > before.at.time;
  amounts_.push_back({counter, amount, took_time});
  if (took_time && run > before.at.time) ++of_several_;
}

void CounterSums::charge(CallPathId run, CallPathId now) {
  for (const Amount& amount : amounts_) {
    const CallPathId callpath = amount.took_time ? run : now;
    if (!callpath.valid()) continue;
    std::vector<std::uint64_t>& sums = sums_[amount.counter.index()];
    if (callpath.index() >= sums.size()) sums.resize(callpath.index() + 1);
    std::uint64_t& sum = sums[callpath.index()];
    if (kinds_[amount.counter.index()].type == CounterType::Double)
      sum = std::bit_cast<std::uint64_t>(real(sum) + real(amount.bits));
    else if (amount.bits > ~sum)
      ++impossible_;
    else
      sum += amount.bits;
  }
}

std::pmr::vector<CounterTotal> CounterSums::finish(model::Anomalies& anomalies) const {
  anomalies.add("values of undefined counters (skipped)", undefined_);
  anomalies.add("readings of counters with too few or too many values (skipped)", miscounted_);
  anomalies.add("values of counters of another type than theirs (skipped)", of_another_type_);
  anomalies.add("values of counters that are less than those before (left out)", backwards_);
  anomalies.add("values of counters that are impossible (left out)", impossible_);
  anomalies.add("values of counters that cover several call paths (counted where they were read)",
                of_several_);
  std::pmr::vector<CounterTotal> totals;
  for (std::uint32_t c = 0; c < sums_.size(); ++c)
    for (std::uint32_t n = 0; n < sums_[c].size(); ++n)
      if (sums_[c][n] != 0) totals.push_back({sums_[c][n], CallPathId{n}, CounterId{c}});
  return totals;
}

}  // namespace tarry::analysis
