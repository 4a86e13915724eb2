// SPDX-License-Identifier: BSD-3-Clause
#include "model/lost_cores.h"

#include <gtest/gtest.h>

#include <string>

namespace tarry::model {
namespace {

TEST(LostCores, ASetThatTellsLostCoresHasNoMetricsOfItsOwn) {
  std::vector<Counter> counters(3);
  counters[0].name = "lost_cores";
  counters[1].name = "run_delay";
  counters[2].name = "PAPI_TOT_INS";
  for (std::size_t i = 0; i < 2; ++i) counters[i].exponent = -9;
  const CounterSet lost{{CounterId{0}, CounterId{1}}, CounterOccurrence::Anywhere};
  const CounterSet other{{CounterId{2}}};
  EXPECT_TRUE(tells_lost_cores(counters, lost));
  EXPECT_FALSE(tells_lost_cores(counters, other));
  EXPECT_EQ(counter_metric_ids(counters, {lost, other}),
            (std::vector<std::string>{"", "", "PAPI_TOT_INS"}));
  EXPECT_EQ(counters_left_out(counters, {lost, other}), 0u);
  counters[0].exponent = 0;
  EXPECT_FALSE(tells_lost_cores(counters, lost));
}

TEST(LostCores, CoresThatThreadsMayUseAreThoseOfAllSets) {
  std::vector<Counter> counters(4);
  std::vector<CounterSet> sets;
  const char* const cores[] = {"0-1,4", "1,2"};
  for (std::uint32_t i = 0; i < 2; ++i) {
    counters[2 * i].name = "lost_cores";
    counters[2 * i].description = std::string("Time; ") + kCoresAllowed + cores[i];
    counters[2 * i + 1].name = "run_delay";
    counters[2 * i].exponent = counters[2 * i + 1].exponent = -9;
    sets.push_back({{CounterId{2 * i}, CounterId{2 * i + 1}}, CounterOccurrence::Anywhere});
  }
  EXPECT_EQ(cores_allowed(counters, sets), 4u);
  counters[0].description = "cores 99999999999999999999-7,x";
  EXPECT_EQ(cores_allowed(counters, sets), 2u);
  EXPECT_EQ(cores_allowed(counters, {}), 0u);
}

}  // namespace
}  // namespace tarry::model
