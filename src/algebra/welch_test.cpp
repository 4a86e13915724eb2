// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/welch.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace tarry::algebra {
namespace {

TEST(Student, OneAndTwoDegreesHaveClosedForms) {
  for (const double tail : {0.4, 0.1, 0.025, 1e-4, 1e-8}) {
    const double one = 1.0 / std::tan(std::numbers::pi * tail);  // Cauchy's distribution
    EXPECT_NEAR(student_quantile(tail, 1), one, 1e-9 * one);
    const double two = (1 - 2 * tail) / std::sqrt(2 * tail * (1 - tail));
    EXPECT_NEAR(student_quantile(tail, 2), two, 1e-9 * two);
  }
  EXPECT_EQ(student_quantile(0.5, 3), 0.0);
}

// Source of the numbers: printed tables of Student's distribution, and of the normal one, to which
// it comes close.
TEST(Student, OtherDegreesAreThoseOfTables) {
  EXPECT_NEAR(student_quantile(0.025, 4), 2.776445, 5e-7);
  EXPECT_NEAR(student_quantile(0.025, 3), 3.182446, 5e-7);
  EXPECT_NEAR(student_quantile(0.005, 10), 3.169273, 5e-7);
  EXPECT_NEAR(student_quantile(0.0005, 30), 3.645959, 5e-7);
  EXPECT_NEAR(student_quantile(0.025, 1e6), 1.959966, 1e-6);
}

TEST(Welch, OfTwoSamplesByHand) {
  // Both have the variance 4, so the difference of the means has 4/3 + 4/3 and 4 degrees of
  // freedom.
  const Sample first = sample_of(std::array{10.0, 12.0, 14.0});
  const Sample second = sample_of(std::array{20.0, 22.0, 24.0});
  EXPECT_DOUBLE_EQ(first.mean, 12.0);
  EXPECT_DOUBLE_EQ(first.deviation, 2.0);
  const Interval range = difference_of_means(first, second, 0.05);
  EXPECT_NEAR(range.low, 10.0 - 2.776445 * std::sqrt(8.0 / 3.0), 1e-5);
  EXPECT_NEAR(range.high, 10.0 + 2.776445 * std::sqrt(8.0 / 3.0), 1e-5);
}

TEST(Welch, OnlyTheSampleThatSpreadsGivesDegreesOfFreedom) {
  const Sample exact = sample_of(std::array{1.0, 1.0, 1.0, 1.0});
  const Sample other = sample_of(std::array{1.0, 3.0, 5.0});  // the variance of its mean is 4/3
  const Interval range = difference_of_means(exact, other, 0.05);
  EXPECT_NEAR(range.low, 2.0 - 4.302653 * std::sqrt(4.0 / 3.0), 1e-5);
  EXPECT_NEAR(range.high, 2.0 + 4.302653 * std::sqrt(4.0 / 3.0), 1e-5);
}

TEST(Welch, WhatDoesNotSpreadIsCertain) {
  const Sample first = sample_of(std::array{0.1, 0.1, 0.1});
  EXPECT_EQ(first.deviation, 0.0);
  const Interval range = difference_of_means(first, sample_of(std::array{0.3, 0.3}), 0.01);
  EXPECT_EQ(range.low, 0.3 - 0.1);
  EXPECT_EQ(range.high, 0.3 - 0.1);
}

// Welch's interval is a little wide for samples of very different spread, so it may miss less often
// than stated, but hardly more often.
TEST(Welch, TheIntervalMissesAboutAsOftenAsStated) {
  std::mt19937 random(7);
  constexpr int kTrials = 2000;
  for (const double spread : {1.0, 3.0}) {
    std::normal_distribution<double> first_value(5.0, 1.0), second_value(5.0, spread);
    int misses = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::array<double, 4> first{}, second{};
      for (double& value : first) value = first_value(random);
      for (double& value : second) value = second_value(random);
      const Interval range = difference_of_means(sample_of(first), sample_of(second), 0.05);
      misses += range.low > 0.0 || range.high < 0.0 ? 1 : 0;
    }
    EXPECT_GT(misses, 0.03 * kTrials) << spread;
    EXPECT_LT(misses, 0.06 * kTrials) << spread;
  }
}

}  // namespace
}  // namespace tarry::algebra
