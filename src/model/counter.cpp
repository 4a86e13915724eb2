// SPDX-License-Identifier: BSD-3-Clause
#include "model/counter.h"

#include <cmath>
#include <cstdlib>
#include <set>

#include "model/lost_cores.h"
#include "model/metric.h"

namespace tarry::model {
namespace {

// A definition with a larger exponent is damaged; up to this one every sum is a finite number.
constexpr std::int64_t kLargestExponent = 60;

std::vector<bool> in_sets(const std::vector<Counter>& counters,
                          const std::vector<CounterSet>& sets) {
  std::vector<bool> found(counters.size());
  for (const CounterSet& set : sets) {
    if (tells_lost_cores(counters, set)) continue;  // these have metrics of their own
    for (const CounterId member : set.members)
      if (member.index() < counters.size()) found[member.index()] = true;
  }
  return found;
}

}  // namespace

bool is_summable(const Counter& counter) {
  const bool is_counted = counter.mode == CounterMode::AccumulatedStart ||
                          counter.mode == CounterMode::AccumulatedPoint ||
                          counter.mode == CounterMode::AccumulatedLast;
  const bool is_number = counter.type == CounterType::UInt64 ||
                         counter.type == CounterType::Int64 || counter.type == CounterType::Double;
  return is_counted && is_number && counter.exponent <= kLargestExponent &&
         counter.exponent >= -kLargestExponent;
}

// A power of ten below one is no exact double: to divide is exact where to multiply is not.
double scaled(const Counter& counter, double amount) {
  if (counter.exponent == 0) return amount;
  const double base = counter.has_binary_base ? 2.0 : 10.0;
  const double power = std::pow(base, static_cast<double>(std::abs(counter.exponent)));
  return counter.exponent < 0 ? amount / power : amount * power;
}

std::vector<std::string> counter_metric_ids(const std::vector<Counter>& counters,
                                            const std::vector<CounterSet>& sets) {
  const std::vector<bool> used = in_sets(counters, sets);
  std::vector<std::string> ids(counters.size());
  std::set<std::string> taken;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    if (!used[i] || !is_summable(counters[i])) continue;
    std::string name = counters[i].name.empty() ? "unnamed" : counters[i].name;
    if (find_metric(name).valid()) name = "counter_" + name;
    ids[i] = name;
    for (int number = 2; !taken.insert(ids[i]).second; ++number)
      ids[i] = name + "_" + std::to_string(number);
  }
  return ids;
}

std::uint64_t counters_left_out(const std::vector<Counter>& counters,
                                const std::vector<CounterSet>& sets) {
  const std::vector<bool> used = in_sets(counters, sets);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (used[i] && !is_summable(counters[i])) ++count;
  return count;
}

}  // namespace tarry::model
