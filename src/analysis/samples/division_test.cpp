// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/division.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <random>

namespace tarry::analysis {
namespace {

using model::RegionId;

constexpr std::uint32_t kPrepare = 0, kRelax = 1, kMain = 2;  // functions of the samples

class Functions final : public model::SampleSource {
 public:
  [[nodiscard]] const std::vector<Function>& functions() const override { return functions_; }
  [[nodiscard]] base::Result<model::LocationSamples> read(model::LocationIndex) const override {
    return model::LocationSamples{};
  }

 private:
  std::vector<Function> functions_{{"prepare", ""}, {"relax", ""}, {"main", ""}};
};

// A location that calls MPI_Barrier from main again and again. Between two calls it is in
// `prepare`, in `relax` and in main itself for some time, and is sampled at some moments.
class DivisionTest : public testing::Test {
 protected:
  DivisionTest() {
    definitions_.program = "program";
    model::Region main;
    main.name = main.canonical = "main";
    main.role = model::RegionRole::Function;
    main.paradigm = model::Paradigm::Compiler;
    model::Region barrier;
    barrier.name = barrier.canonical = "MPI_Barrier";
    barrier.role = model::RegionRole::Barrier;
    barrier.paradigm = model::Paradigm::Mpi;
    definitions_.regions = {main, barrier};
    regions_ = std::make_unique<RegionTable>(definitions_, &functions_);
    samples_.paths = {{kMain}, {kMain, kPrepare}, {kMain, kRelax}};
  }

  struct Piece {
    std::uint32_t path;
    std::int64_t time;
  };
  using Interval = std::vector<Piece>;

  // Takes a sample each period, the first one after `phase`.
  void sample(const std::vector<Interval>& intervals, std::int64_t period, std::int64_t phase) {
    samples_.samples.clear();
    std::int64_t now = kBegin, next = kBegin + phase;
    for (const Interval& interval : intervals) {
      for (const Piece& piece : interval) {
        for (; next < now + piece.time; next += period)
          if (next >= now) samples_.samples.push_back({Ticks{next}, piece.path});
        now += piece.time;
      }
      now += kBarrier;
    }
  }

  using Times = std::array<std::int64_t, 3>;  // by function

  // Returns the times of every interval; undivided time is that of kMain.
  std::vector<Times> divide(const std::vector<Interval>& intervals) {
    IntervalSurvey survey(*regions_, samples_);
    std::int64_t now = kBegin;
    survey.enter(Ticks{now}, main_);
    for (const Interval& interval : intervals) {
      now += length(interval);
      survey.enter(Ticks{now}, barrier_);
      survey.leave(Ticks{now += kBarrier}, barrier_);
    }
    survey.leave(Ticks{now}, main_);
    const LocationIntervals found = survey.finish();
    IntervalKinds kinds;
    found.add_to(kinds);
    Division division(found, kinds);
    SampledVariance variance;  // functions stand for call paths
    std::vector<Times> out;
    now = kBegin;
    for (const Interval& interval : intervals) {
      Times by_function{};
      std::int64_t rest = length(interval);
      division.divide(main_, Ticks{now}, Ticks{now + rest},
                      [&](const SampledPath& path, Ticks part, const PartUncertainty& error) {
                        EXPECT_EQ(path.left, 0u);
                        if (path.is_here()) return variance.add(model::CallPathId{kMain}, error);
                        EXPECT_EQ(path.entered.size(), 1u);
                        const std::uint32_t function =
                            path.entered.front() == regions_->sampled[kRelax] ? kRelax : kPrepare;
                        variance.add(model::CallPathId{function}, error);
                        by_function[function] += part.count;
                        rest -= part.count;
                      });
      EXPECT_GE(rest, 0);
      by_function[kMain] = rest;
      now += length(interval) + kBarrier;
      out.push_back(by_function);
    }
    variances_ = variance.by_callpath(division);
    return out;
  }

  static std::int64_t length(const Interval& interval) {
    std::int64_t sum = 0;
    for (const Piece& piece : interval) sum += piece.time;
    return sum;
  }

  static constexpr std::int64_t kBegin = 1000, kBarrier = 10'000;
  static constexpr std::uint32_t kInMain = 0, kInPrepare = 1, kInRelax = 2;  // paths

  model::Definitions definitions_;
  Functions functions_;
  std::unique_ptr<RegionTable> regions_;
  const RegionId main_{0}, barrier_{1};
  model::LocationSamples samples_;
  std::vector<double> variances_;  // by function, for the last division
};

constexpr std::int64_t kMs = 1'000'000;

TEST_F(DivisionTest, ErrorsFallWithTheSquareRootOfTheSamples) {
  std::mt19937 random(7);
  std::uniform_int_distribution<std::int64_t> noise(-200'000, 200'000);
  std::vector<Interval> intervals;
  std::int64_t all = 0, relaxed = 0;
  for (int i = 0; i < 4000; ++i) {
    intervals.push_back({{kInPrepare, 2 * kMs + noise(random)},
                         {kInRelax, 4 * kMs + noise(random)},
                         {kInMain, kMs}});
    all += length(intervals.back());
    relaxed += intervals.back()[1].time;
  }
  for (const std::int64_t period : {1, 2, 5, 10, 20, 50}) {
    sample(intervals, period * kMs + 1237, 123'456);
    std::int64_t found = 0, sum = 0;
    for (const auto& each : divide(intervals)) {
      for (const std::int64_t time : each) sum += time;
      found += each[kRelax];
    }
    EXPECT_EQ(sum, all);
    const double part = static_cast<double>(relaxed) / static_cast<double>(all);
    const double deviation =
        std::sqrt(part * (1 - part) / static_cast<double>(samples_.samples.size()));
    EXPECT_LE(std::abs(static_cast<double>(found - relaxed)) / static_cast<double>(all),
              3 * deviation)
        << "a sample each " << period << " ms";
  }
}

// There are intervals of three kinds: similar ones, ones in only one of two functions, and long
// ones.
TEST_F(DivisionTest, NineOfTenTimesLieWithinTheStatedAccuracy) {
  std::mt19937 random(11);
  std::map<int, double> right;  // by kind
  for (int run = 0; run < 1500; ++run) {
    std::uniform_int_distribution<std::int64_t> some(kMs / 4, kMs), any(0, 50 * kMs);
    std::bernoulli_distribution relaxes(0.3);
    const std::size_t count = run % 3 == 2 ? 40 : 1500;
    const std::int64_t scale = run % 3 == 2 ? 60 : 1;
    std::vector<Interval> intervals;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t first = scale * some(random), second = scale * some(random);
      intervals.push_back(run % 3 == 1 ? Interval{{relaxes(random) ? kInRelax : kInPrepare, first}}
                                       : Interval{{kInPrepare, first}, {kInRelax, second / 2}});
    }
    sample(intervals, 7 * kMs + 1237, any(random) % (7 * kMs));
    Times found{}, truth{};
    for (const Times& each : divide(intervals))
      for (const std::uint32_t function : {kPrepare, kRelax}) found[function] += each[function];
    for (const Interval& interval : intervals)
      for (const Piece& piece : interval)
        truth[piece.path == kInRelax ? kRelax : kPrepare] += piece.time;
    for (const std::uint32_t function : {kPrepare, kRelax}) {
      const double error = static_cast<double>(std::abs(found[function] - truth[function]));
      const double stated = SampledVariance::kNineOfTen * std::sqrt(variances_[function]);
      right[run % 3] += error <= stated ? 1.0 / 1000 : 0.0;
    }
  }
  EXPECT_GE(right[0], 0.9);
  EXPECT_LE(right[0], 0.97);  // the stated accuracy is not too large
  EXPECT_GE(right[1], 0.9);
  EXPECT_LE(right[1], 0.97);
  EXPECT_GE(right[2], 0.9);  // with a sample each period, the result is more exact than chance
}

TEST_F(DivisionTest, WhatALongIntervalDidIsToldByItsOwnSamples) {
  std::vector<Interval> intervals(400, Interval{{kInPrepare, 4 * kMs}, {kInRelax, 4 * kMs}});
  intervals[200] = {{kInPrepare, 4 * kMs}, {kInRelax, 104 * kMs}};
  sample(intervals, 4 * kMs + 12'345, 99);
  const auto found = divide(intervals);
  EXPECT_NEAR(static_cast<double>(found[200][kRelax]), 104.0 * kMs, 5.0 * kMs);
  std::int64_t usual = 0;
  for (std::size_t i = 0; i < 200; ++i) usual += found[i][kRelax];
  EXPECT_NEAR(static_cast<double>(usual) / 200, 4.0 * kMs, 0.3 * kMs);
}

TEST_F(DivisionTest, ShortIntervalsAreDividedAsThoseOfTheirKind) {
  const std::vector<Interval> intervals(20'000, Interval{{kInPrepare, 30'000}, {kInRelax, 10'000}});
  sample(intervals, 4 * kMs + 12'345, 99);
  EXPECT_LT(samples_.samples.size(), intervals.size() / 50);
  const auto found = divide(intervals);
  std::int64_t relaxed = 0, most = 0;
  for (const auto& each : found) {
    relaxed += each[kRelax];
    most = std::max(most, each[kRelax]);
  }
  EXPECT_NEAR(static_cast<double>(relaxed) / 20'000, 10'000, 2'500);
  EXPECT_LE(most, 20'000);
}

TEST_F(DivisionTest, WithoutSamplesNothingIsDivided) {
  const std::vector<Interval> intervals(10, Interval{{kInRelax, kMs}});
  for (const auto& each : divide(intervals)) EXPECT_EQ(each[kMain], kMs);
}

TEST_F(DivisionTest, SamplesOfOtherFunctionsThanTheOpenOneAreItsOwn) {
  samples_.paths = {{kPrepare, kRelax}};  // main is not in them
  const std::vector<Interval> intervals(10, Interval{{0, 10 * kMs}});
  sample(intervals, kMs, 0);
  for (const auto& each : divide(intervals)) EXPECT_EQ(each[kMain], 10 * kMs);
}

TEST(KindSamples, IntervalsThatAreAlikeWeighMuch) {
  KindSamples alike;  // each interval has one sample in each path
  alike.by_path = {{{0, {RegionId{1}}}, 100}, {{0, {RegionId{2}}}, 100}};
  alike.weight = 200;
  alike.pairs = 200;
  EXPECT_GE(alike.prior_samples(), 100.0);
  KindSamples different = alike;  // each has both samples in one path
  different.equal_pairs = 200;
  EXPECT_LE(different.prior_samples(), 1.0);
}

TEST(IntervalKinds, ArePackedWithAllThatTheyHold) {
  IntervalKinds kinds;
  KindSamples samples;
  samples.by_path = {{{}, 3}, {{1, {RegionId{4}, RegionId{5}}}, 7}};
  samples.weight = 10;
  samples.pairs = 20;
  samples.equal_pairs = 12;
  const IntervalKind kind{RegionId{1}, RegionId{2}, RegionId{3}, 20};
  kinds.add(kind, samples);
  IntervalKinds both = kinds;
  both.add_packed(kinds.pack());
  ASSERT_NE(both.find(kind), nullptr);
  EXPECT_EQ(both.find(kind)->weight, 20u);
  EXPECT_EQ(both.find(kind)->equal_pairs, 24u);
  EXPECT_EQ(both.find(kind)->by_path.at({1, {RegionId{4}, RegionId{5}}}), 14u);
  EXPECT_EQ(both.find({RegionId{9}, RegionId{2}, RegionId{3}, 20}), nullptr);
}

}  // namespace
}  // namespace tarry::analysis
