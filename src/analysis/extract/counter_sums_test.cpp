// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/counter_sums.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace tarry::analysis {
namespace {

using model::CounterId;
using model::CounterMode;
using model::CounterSetId;
using model::CounterType;
using model::CounterValue;

model::Definitions one_counter(CounterType type, CounterMode mode) {
  model::Definitions definitions;
  definitions.counters.resize(1);
  definitions.counters[0].type = type;
  definitions.counters[0].mode = mode;
  definitions.counter_sets = {{{CounterId{0}}, {}}};
  return definitions;
}

// Reads one value after another at the same call path.
std::vector<std::string> read_all(CounterSums& sums, const std::vector<CounterValue>& values,
                                  std::vector<std::uint64_t>& totals) {
  for (const CounterValue& value : values)
    if (sums.read({}, {}, CounterSetId{0}, {&value, 1})) sums.charge({}, CallPathId{2});
  model::Anomalies anomalies;
  for (const CounterTotal& total : sums.finish(anomalies)) {
    EXPECT_EQ(total.callpath, CallPathId{2});
    totals.push_back(total.bits);
  }
  return anomalies.sentences();
}

std::vector<std::string> read_all(const model::Definitions& definitions,
                                  const std::vector<CounterValue>& values,
                                  std::vector<std::uint64_t>& totals) {
  CounterSums sums(definitions);
  return read_all(sums, values, totals);
}

CounterValue whole(std::uint64_t value) { return {value, CounterType::UInt64}; }

using Sentences = std::vector<std::string>;
using Totals = std::vector<std::uint64_t>;

TEST(CounterSums, DifferencesOfTheWholeRangeAreExact) {
  Totals totals;
  EXPECT_EQ(read_all(one_counter(CounterType::UInt64, CounterMode::AccumulatedStart),
                     {whole(1), whole(~std::uint64_t{0} - 1), whole(~std::uint64_t{0})}, totals),
            Sentences{});
  EXPECT_EQ(totals, Totals{~std::uint64_t{0} - 1});
  totals.clear();
  const auto of_signed = [](std::int64_t value) {
    return CounterValue{std::bit_cast<std::uint64_t>(value), CounterType::Int64};
  };
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(read_all(one_counter(CounterType::Int64, CounterMode::AccumulatedStart),
                     {of_signed(kLeast), of_signed(-1), of_signed(kMost)}, totals),
            Sentences{});
  EXPECT_EQ(totals, Totals{~std::uint64_t{0}});
}

TEST(CounterSums, WhatNoSumHoldsIsLeftOut) {
  Totals totals;
  EXPECT_EQ(read_all(one_counter(CounterType::UInt64, CounterMode::AccumulatedLast),
                     {whole(0), whole(5), whole(~std::uint64_t{0}), whole(6)}, totals),
            Sentences{"values of counters that are impossible (left out): 1"});
  EXPECT_EQ(totals, Totals{11});
}

TEST(CounterSums, RealsThatAreNoNumbersAreLeftOut) {
  const auto real = [](double value) {
    return CounterValue{std::bit_cast<std::uint64_t>(value), CounterType::Double};
  };
  Totals totals;
  EXPECT_EQ(read_all(one_counter(CounterType::Double, CounterMode::AccumulatedStart),
                     {real(1), real(1.5), real(std::numeric_limits<double>::quiet_NaN()), real(2),
                      real(2.25), real(1e300)},
                     totals),
            Sentences{"values of counters that are impossible (left out): 2"});
  EXPECT_EQ(totals, Totals{std::bit_cast<std::uint64_t>(0.75)});
}

TEST(CounterSums, ValuesOfAnotherTypeAndUndefinedSetsAreSkipped) {
  const model::Definitions definitions =
      one_counter(CounterType::UInt64, CounterMode::AccumulatedStart);
  CounterSums sums(definitions);
  EXPECT_FALSE(sums.read({}, {}, CounterSetId{7}, {}));
  Totals totals;
  EXPECT_EQ(read_all(sums, {whole(1), {9, CounterType::Double}, whole(3)}, totals),
            (Sentences{"values of counters of another type than theirs (skipped): 1",
                       "values of undefined counters (skipped): 1"}));
  EXPECT_EQ(totals, Totals{2});
}

// Whatever the definition says, an undefined member or one without a sum is nobody's.
TEST(CounterSums, OfUndefinedMembersNothingIsCounted) {
  model::Definitions definitions = one_counter(CounterType::UInt64, CounterMode::AbsolutePoint);
  definitions.counter_sets[0].members.push_back(CounterId{});
  CounterSums sums(definitions);
  for (const std::uint64_t bits : {1u, 5u}) {
    const CounterValue values[] = {whole(bits), whole(bits)};
    EXPECT_FALSE(sums.read({}, {}, CounterSetId{0}, values));
  }
}

}  // namespace
}  // namespace tarry::analysis
