// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/histogram_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "compressed/fit/rational.h"

namespace tarry::compressed {
namespace {

using Runs = std::vector<ObservedTimes>;
const std::vector<std::uint64_t> kBase = {16, 36, 64, 100};

TimeHistogram times_of(const std::vector<std::uint64_t>& values) {
  TimeHistogram out;
  for (const std::uint64_t value : values) out.add(value);
  return out;
}

// Returns what `values` of each run have become on `ranks` ranks.
using Values = std::function<std::vector<std::uint64_t>(std::uint64_t ranks)>;

Runs observed(const Values& values) {
  Runs out;
  for (const std::uint64_t ranks : kBase) out.push_back({ranks, times_of(values(ranks))});
  return out;
}

// Random values between two powers of ten.
std::vector<std::uint64_t> random_values(std::mt19937& random, std::size_t number) {
  std::uniform_real_distribution<double> exponent(1.0, 7.0);
  const double low = exponent(random);
  std::uniform_real_distribution<double> spread(low, low + exponent(random) / 2);
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < number; ++i)
    out.push_back(static_cast<std::uint64_t>(std::pow(10.0, spread(random))));
  return out;
}

// Checks that some values could have given this histogram.
void expect_consistent(const TimeHistogram& times, std::uint64_t count) {
  std::uint64_t counted = 0;
  Wide least = 0;
  Wide most = 0;
  for (const TimeHistogram::Bin& bin : times.bins()) {
    EXPECT_GT(bin.count, 0u);
    counted += bin.count;
    const std::uint64_t low = std::max(TimeHistogram::lowest_of(bin.bin), times.smallest());
    // Bin 1 holds the value 1 although it ends there.
    const std::uint64_t end = std::max(times.end_of(bin), low + 1);
    least += static_cast<Wide>(low) * bin.count;
    most += static_cast<Wide>(std::min(end - 1, times.largest())) * bin.count;
  }
  EXPECT_EQ(counted, count);
  EXPECT_EQ(times.count(), count);
  EXPECT_LE(times.bins().size(), TimeBins::kMost);
  EXPECT_LE(times.smallest(), times.largest());
  EXPECT_TRUE(least <= times.sum() && times.sum() <= most)
      << times.sum() << " of " << static_cast<double>(least) << " to " << static_cast<double>(most);
  const TimeBins layout(times.smallest(), times.largest());
  EXPECT_EQ(times.bins().front().bin, layout.of(TimeHistogram::bin_of(times.smallest())));
  EXPECT_EQ(times.bins().back().bin, layout.of(TimeHistogram::bin_of(times.largest())));
}

TEST(HistogramFit, EqualHistogramsGiveTheSame) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const auto values = random_values(random, 1 + static_cast<std::size_t>(round) * 7);
    const HistogramFit fit = fit_histograms(observed([&](auto) { return values; }));
    EXPECT_EQ(fit.at(100000, values.size()), times_of(values)) << round;
    EXPECT_EQ(fit.mean().model, TimeModel::Constant);
    EXPECT_LT(fit.mean().error, 1e-12);
  }
}

// Times of a few nanoseconds are where rounding would move values into other bins.
TEST(HistogramFit, EqualTinyTimesGiveTheSame) {
  std::mt19937 random(2);
  std::uniform_int_distribution<std::uint64_t> time(0, 6);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint64_t> values;
    for (int i = 0; i <= round; ++i) values.push_back(time(random));
    const HistogramFit fit = fit_histograms(observed([&](auto) { return values; }));
    EXPECT_EQ(fit.at(100000, values.size()), times_of(values)) << round;
  }
}

TEST(HistogramFit, OneRunGivesTheSame) {
  const TimeHistogram times = times_of({5, 100, 120, 3000});
  const HistogramFit fit = fit_histograms({{16, times}});
  EXPECT_EQ(fit.at(16, 4), times);
  EXPECT_EQ(fit.at(4096, 4), times);
  EXPECT_FALSE(fit.mean().confirmed);
  const TimeHistogram twice = fit.at(16, 8);
  EXPECT_EQ(twice.sum(), 2 * times.sum());
  expect_consistent(twice, 8);
}

// All values shrink with the number of ranks. On 64 times as many ranks each is a 64th, and the
// bins are the same with other names.
TEST(HistogramFit, StrongScaling) {
  const std::vector<std::uint64_t> work = {640000, 700000, 800000, 1000000, 1200000, 5000000};
  const auto at = [&](std::uint64_t ranks) {
    std::vector<std::uint64_t> values;
    for (const std::uint64_t each : work) values.push_back(each * 3600 / ranks);
    return values;
  };
  const HistogramFit fit = fit_histograms(observed(at));
  EXPECT_EQ(fit.mean().model, TimeModel::Inverse);
  const TimeHistogram wanted = times_of(at(1024));
  const TimeHistogram got = fit.at(1024, work.size());
  expect_consistent(got, work.size());
  EXPECT_NEAR(got.mean(), wanted.mean(), wanted.mean() * 0.001);
  EXPECT_NEAR(static_cast<double>(got.smallest()), static_cast<double>(wanted.smallest()), 2.0);
  EXPECT_NEAR(static_cast<double>(got.largest()), static_cast<double>(wanted.largest()), 20.0);
}

// One part of the values shrinks and another stays: what a mean alone would mix. On 10,000
// ranks the part that shrinks is below the other one.
TEST(HistogramFit, PartsOfTheValuesFollowModelsOfTheirOwn) {
  const auto at = [](std::uint64_t ranks) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < 60; ++i) values.push_back(50000 + i * 100);
    for (std::uint64_t i = 0; i < 40; ++i) values.push_back((90000000 + 90000 * (i % 5)) / ranks);
    return values;
  };
  const HistogramFit fit = fit_histograms(observed(at));
  EXPECT_EQ(fit.mean().model, TimeModel::InverseOffset);
  for (const std::uint64_t ranks : {1000, 10000}) {
    const TimeHistogram wanted = times_of(at(ranks));
    const TimeHistogram got = fit.at(ranks, 100);
    expect_consistent(got, 100);
    EXPECT_NEAR(got.mean(), wanted.mean(), wanted.mean() * 0.01);
  }
  EXPECT_EQ(fit.at(1000, 100).smallest(), 50000u);
  EXPECT_NEAR(static_cast<double>(fit.at(1000, 100).largest()), 90360.0, 90.0);
}

// Nearly all values of the small runs are in one bin and grow in it. They leave it together, and as
// far from each other as they were in relation to the mean.
TEST(HistogramFit, ValuesThatGrowWithinABin) {
  const auto at = [](std::uint64_t ranks) {
    std::vector<std::uint64_t> values = {400 * (1000 + ranks) / 1000, 2500 * (1000 + ranks) / 1000};
    for (std::uint64_t i = 0; i < 98; ++i) values.push_back((1060 + 3 * i) * (1000 + ranks) / 1000);
    return values;
  };
  const HistogramFit fit = fit_histograms(observed(at));
  EXPECT_EQ(fit.mean().model, TimeModel::Linear);
  const TimeHistogram got = fit.at(100000, 100);
  expect_consistent(got, 100);
  EXPECT_NEAR(got.mean(), times_of(at(100000)).mean(), 300.0);
  // The values in the middle have become 107060 to 136451.
  const auto count_of = [&got](std::uint64_t low) {
    for (const TimeHistogram::Bin& bin : got.bins())
      if (bin.bin == TimeHistogram::bin_of(low)) return bin.count;
    return std::uint64_t{0};
  };
  EXPECT_GT(count_of(98304), 30u);
  EXPECT_GT(count_of(131072), 10u);
}

// Values are noisy, and bins are much wider than the noise of the mean, which is kept.
TEST(HistogramFit, TheMeanIsKept) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal(0.0, 1.0);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  for (int round = 0; round < 100; ++round) {
    const double spread = part(random);
    const int trend = round % 3 - 1;
    const HistogramFit fit = fit_histograms(observed([&](std::uint64_t ranks) {
      std::vector<std::uint64_t> values;
      const double scale = 1e6 * std::pow(static_cast<double>(ranks), trend);
      for (int i = 0; i < 50; ++i)
        values.push_back(static_cast<std::uint64_t>(scale * std::exp(spread * normal(random))));
      return values;
    }));
    for (const std::uint64_t ranks : {64, 1000, 20000}) {
      const double wanted = fit.mean().at(ranks);
      EXPECT_NEAR(fit.at(ranks, 1000).mean(), wanted, 0.001 * wanted + 0.5) << round;
    }
  }
}

// 38 values of the part that stays are below 65536 and 22 above. If their borders followed the
// mean, which falls to a fifth, all would be near the smallest value.
TEST(HistogramFit, ThePartThatStaysKeepsItsBins) {
  const HistogramFit fit = fit_histograms(observed([](std::uint64_t ranks) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < 60; ++i) values.push_back(50000 + i * 400);
    for (std::uint64_t i = 0; i < 40; ++i) values.push_back(9000000 / ranks + i);
    return values;
  }));
  const TimeHistogram got = fit.at(110, 1000);
  ASSERT_EQ(got.smallest(), 50000u);
  EXPECT_NEAR(static_cast<double>(got.bins().front().count), 380.0, 60.0);
}

// The largest value is a constant that the others overtake.
TEST(HistogramFit, TheLargestValueIsOvertaken) {
  const HistogramFit fit = fit_histograms(observed([](std::uint64_t ranks) {
    std::vector<std::uint64_t> values = {1000000};
    for (std::uint64_t i = 0; i < 99; ++i) values.push_back((800 + 4 * i) * ranks);
    return values;
  }));
  const TimeHistogram got = fit.at(10000, 100);
  expect_consistent(got, 100);
  EXPECT_GT(static_cast<double>(got.largest()), 1.1e7);
}

// The mean is close to a constant and a line, and the ends are lines.
TEST(HistogramFit, AnUnclearMeanFollowsTheEnds) {
  const std::vector<std::uint64_t> middle = {100000, 101500, 102000, 104000};
  Runs runs;
  std::vector<TimePoint> means;
  for (std::size_t i = 0; i < kBase.size(); ++i) {
    std::vector<std::uint64_t> values(1000, middle[i]);
    values.push_back(10 * kBase[i]);
    values.push_back(100000 + 1000 * kBase[i]);
    runs.push_back({kBase[i], times_of(values)});
    means.push_back({kBase[i], runs.back().times.mean()});
  }
  ASSERT_EQ(decided_model(fit_time_models(means)), std::nullopt);
  ASSERT_EQ(modest_model(fit_time_models(means)), TimeModel::Constant);
  EXPECT_EQ(fit_histograms(runs).mean().model, TimeModel::Linear);
}

// The mean falls in one of two ways, and the ends stay, which the mean does not.
TEST(HistogramFit, AnUnclearMeanFollowsNoModelThatDoesNotSuitIt) {
  const std::vector<std::uint64_t> middle = {5000, 4000, 3300, 2900};
  Runs runs;
  std::vector<TimePoint> means;
  for (std::size_t i = 0; i < kBase.size(); ++i) {
    std::vector<std::uint64_t> values(1000, middle[i]);
    values.push_back(10);
    values.push_back(9000);
    runs.push_back({kBase[i], times_of(values)});
    means.push_back({kBase[i], runs.back().times.mean()});
  }
  ASSERT_EQ(decided_model(fit_time_models(means)), std::nullopt);
  EXPECT_EQ(fit_histograms(runs).mean().model, TimeModel::InverseOffset);
}

TEST(HistogramFit, UnclearFieldsFollowTheOthers) {
  // The smallest time is close to both a constant and a line; all else is a line.
  const auto at = [](std::uint64_t ranks) {
    return std::vector<std::uint64_t>{1000 + ranks + ranks % 3 * 40, 100 * ranks, 100 * ranks};
  };
  const Runs runs = observed(at);
  std::vector<TimePoint> smallest;
  for (const ObservedTimes& run : runs)
    smallest.push_back({run.ranks, static_cast<double>(run.times.smallest())});
  ASSERT_EQ(decided_model(fit_time_models(smallest)), std::nullopt);
  ASSERT_EQ(modest_model(fit_time_models(smallest)), TimeModel::Constant);
  const HistogramFit fit = fit_histograms(runs);
  EXPECT_EQ(fit.mean().model, TimeModel::Linear);
  EXPECT_GT(fit.at(1000, 3).smallest(), 1700u);
}

TEST(HistogramFit, NoValues) {
  const HistogramFit fit = fit_histograms({{16, {}}, {32, {}}});
  EXPECT_TRUE(fit.empty());
  EXPECT_EQ(fit.at(64, 10), TimeHistogram{});
  EXPECT_TRUE(fit_histograms({}).empty());
  const HistogramFit some = fit_histograms({{16, {}}, {32, times_of({7, 7})}});
  EXPECT_EQ(some.at(64, 2), times_of({7, 7}));
  EXPECT_EQ(some.at(64, 0), TimeHistogram{});
}

TEST(HistogramFit, OneValueIsTheMean) {
  const HistogramFit fit = fit_histograms(observed([](std::uint64_t ranks) {
    return std::vector<std::uint64_t>{10 * ranks, 20 * ranks};
  }));
  EXPECT_EQ(fit.at(1000, 1), times_of({15000}));
}

TEST(HistogramFit, ZerosAndHugeTimes) {
  const HistogramFit zeros = fit_histograms(observed([](auto) {
    return std::vector<std::uint64_t>{0, 0, 0};
  }));
  EXPECT_EQ(zeros.at(5000, 9), times_of(std::vector<std::uint64_t>(9, 0)));
  const HistogramFit wide = fit_histograms(observed([](auto) {
    return std::vector<std::uint64_t>{0, UINT64_MAX / 8};
  }));
  expect_consistent(wide.at(5000, 2), 2);
  const HistogramFit growing = fit_histograms(observed([](std::uint64_t ranks) {
    return std::vector<std::uint64_t>{ranks, ranks << 50};
  }));
  EXPECT_EQ(growing.at(UINT64_MAX, 2).largest(), UINT64_MAX);
  EXPECT_EQ(growing.at(UINT64_MAX, UINT64_MAX).sum(), UINT64_MAX);
}

// Fields with trends that cross must leave a histogram that some values could have.
TEST(HistogramFit, AnyHistogramsGiveOneThatIsPossible) {
  std::mt19937 random(9);
  std::uniform_int_distribution<std::size_t> number(1, 40);
  for (int round = 0; round < 100; ++round) {
    Runs runs;
    for (const std::uint64_t ranks : kBase)
      runs.push_back({ranks, times_of(random_values(random, number(random)))});
    const HistogramFit fit = fit_histograms(runs);
    for (const std::uint64_t ranks : {1, 16, 50, 1000, 100000})
      for (const std::uint64_t count : {2, 3, 17, 100000})
        expect_consistent(fit.at(ranks, count), count);
    std::shuffle(runs.begin(), runs.end(), random);
    EXPECT_EQ(fit_histograms(runs).at(5000, 1000), fit.at(5000, 1000));
  }
}

}  // namespace
}  // namespace tarry::compressed
