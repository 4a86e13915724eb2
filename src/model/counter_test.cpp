// SPDX-License-Identifier: BSD-3-Clause
#include "model/counter.h"

#include <gtest/gtest.h>

#include <limits>

namespace tarry::model {
namespace {

Counter counter_named(const std::string& name) {
  Counter counter;
  counter.name = name;
  return counter;
}

TEST(Counter, MetricsHaveIdsOfTheirOwn) {
  std::vector<Counter> counters;
  for (const char* name : {"cycles", "time", "cycles", "", "temperature", "unused"})
    counters.push_back(counter_named(name));
  counters[4].mode = CounterMode::AbsolutePoint;
  const std::vector<CounterSet> sets = {
      {{CounterId{0}, CounterId{1}, CounterId{2}}, {}},
      {{CounterId{3}, CounterId{4}, CounterId{}, CounterId{99}}, {}}};
  EXPECT_EQ(counter_metric_ids(counters, sets),
            (std::vector<std::string>{"cycles", "counter_time", "cycles_2", "unnamed", "", ""}));
  EXPECT_EQ(counters_left_out(counters, sets), 1u);
}

TEST(Counter, UnitsAreScaledByPowersOfTheirBase) {
  Counter counter;
  EXPECT_EQ(scaled(counter, 3), 3);
  counter.exponent = -6;
  EXPECT_EQ(scaled(counter, 3), 3e-6);
  counter.exponent = 2;
  EXPECT_EQ(scaled(counter, 3), 300);
  counter.has_binary_base = true;
  EXPECT_EQ(scaled(counter, 3), 12);
}

TEST(Counter, DamagedDefinitionsHaveNoSum) {
  Counter counter;
  EXPECT_TRUE(is_summable(counter));
  counter.exponent = std::numeric_limits<std::int64_t>::min();
  EXPECT_FALSE(is_summable(counter));
  counter.exponent = 0;
  counter.type = static_cast<CounterType>(9);
  EXPECT_FALSE(is_summable(counter));
  counter.type = CounterType::Double;
  counter.mode = static_cast<CounterMode>(0x40);
  EXPECT_FALSE(is_summable(counter));
}

}  // namespace
}  // namespace tarry::model
