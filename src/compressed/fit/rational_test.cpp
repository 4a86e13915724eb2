// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/rational.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace tarry::compressed {
namespace {

TEST(Rational, IsInLowestTermsWithAPositiveDenominator) {
  EXPECT_EQ(Rational::ratio(6, -4).text(), "-3/2");
  EXPECT_EQ(Rational::ratio(-6, -3).text(), "2");
  EXPECT_EQ(Rational::ratio(0, -7), Rational(0));
  EXPECT_EQ(Rational::ratio(0, -7).denominator(), 1);
}

TEST(Rational, ComputesExactly) {
  const Rational third = Rational::ratio(1, 3);
  const Rational sixth = Rational::ratio(1, 6);
  EXPECT_EQ(third + sixth, Rational::ratio(1, 2));
  EXPECT_EQ(third - sixth, sixth);
  EXPECT_EQ(third * sixth, Rational::ratio(1, 18));
  EXPECT_EQ(third / sixth, Rational(2));
  EXPECT_EQ(Rational(INT64_MIN).integer(), INT64_MIN);
  EXPECT_DOUBLE_EQ(third.approximate(), 1.0 / 3.0);
}

TEST(Rational, WhatDoesNotFitIsInvalidAndStaysSo) {
  Rational power = Rational(1);
  for (int i = 0; i < 126; ++i) power = power * Rational(2);
  EXPECT_TRUE(power.valid());
  EXPECT_FALSE(power.integer());  // more than 64 bits
  EXPECT_FALSE((power * Rational(2)).valid());
  EXPECT_FALSE((power + power).valid());
  const Rational lost = power * power;
  EXPECT_FALSE((lost * Rational(0)).valid());
  EXPECT_FALSE((lost - lost).valid());
  EXPECT_FALSE(lost == lost);
  EXPECT_FALSE(lost.is_zero());
  EXPECT_FALSE(lost.integer());
  EXPECT_TRUE(std::isnan(lost.approximate()));
  EXPECT_EQ(lost.text(), "invalid");
}

// The smallest number of 128 bits has no negative of 128 bits.
TEST(Rational, TheSmallestNumberIsNoSpecialCase) {
  const Wide smallest = static_cast<Wide>(1) << 126;
  const Rational sum = Rational::ratio(-smallest, 1) + Rational::ratio(-smallest, 1);
  EXPECT_FALSE(sum.valid());
  EXPECT_EQ(Rational::ratio(-smallest, 1) / Rational::ratio(smallest, 1), Rational(-1));
}

TEST(Rational, DivisionByZeroIsInvalid) {
  EXPECT_FALSE((Rational(1) / Rational(0)).valid());
  EXPECT_FALSE(Rational::ratio(0, 0).valid());
  EXPECT_FALSE((Rational(1) / Rational::invalid()).valid());
}

// Only a result that does not fit is lost, not one whose factors overflow before they are reduced.
TEST(Rational, LargeFactorsThatCancelAreExact) {
  const Rational large = Rational::ratio(static_cast<Wide>(1) << 120, 3);
  EXPECT_EQ(large * Rational::ratio(9, static_cast<Wide>(1) << 119), Rational(6));
}

}  // namespace
}  // namespace tarry::compressed
