// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/time_shape.h"

#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

TimeHistogram histogram_of(const std::vector<std::uint64_t>& values) {
  TimeHistogram out;
  for (const std::uint64_t value : values) out.add(value);
  return out;
}

void expect_parts(const TimeShape& shape, const std::vector<TimePart>& wanted) {
  ASSERT_EQ(shape.parts().size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_DOUBLE_EQ(shape.parts()[i].share, wanted[i].share) << i;
    EXPECT_DOUBLE_EQ(shape.parts()[i].low, wanted[i].low) << i;
    EXPECT_DOUBLE_EQ(shape.parts()[i].high, wanted[i].high) << i;
  }
}

TEST(TimeShape, PartsAreBinsBetweenTheSmallestAndTheLargest) {
  expect_parts(TimeShape(histogram_of({70, 70, 80, 200})), {{0.75, 70, 96}, {0.25, 192, 200}});
  expect_parts(TimeShape(histogram_of({64})), {{1.0, 64, 64}});
}

TEST(TimeShape, DividedPartsCorrespond) {
  TimeShape a(histogram_of({64, 64, 80, 200}));
  TimeShape b(histogram_of({64, 95}));
  const std::vector<double> shares = shares_of({a, b});
  EXPECT_EQ(shares, (std::vector<double>{0.75, 1.0}));
  a.divide(shares);
  b.divide(shares);
  expect_parts(a, {{0.75, 64, 96}, {0.25, 192, 200}});
  expect_parts(b, {{0.75, 64, 64 + 0.75 * 31}, {0.25, 64 + 0.75 * 31, 95}});
}

TEST(TimeShape, TimesAreLimitedToTheEnds) {
  const TimeShape shape({{0.25, 10, 60}, {0.25, 50, 40}, {0.5, 55, 500}}, 20, 100);
  expect_parts(shape, {{0.25, 20, 60}, {0.25, 40, 50}, {0.5, 55, 100}});
}

TEST(TimeShape, PartsMayOverlapAndBeInAnyOrder) {
  const TimeShape shape({{0.5, 512, 768}, {0.25, 64, 96}, {0.25, 600, 640}}, 64, 768);
  const TimeHistogram times = shape.histogram(1000, 500.0);
  ASSERT_EQ(times.bins().size(), 3u);
  EXPECT_EQ(times.bins()[0].count, 250u);
  EXPECT_EQ(times.bins()[1].count, 749u);
  EXPECT_EQ(times.bins()[2].count, 1u);  // the largest
}

TEST(TimeShape, APossibleMeanMovesNothing) {
  const TimeHistogram times = histogram_of({70, 70, 80, 200});
  const TimeHistogram other = TimeShape(times).histogram(4, 106.0);
  EXPECT_EQ(other.bins(), times.bins());
  EXPECT_EQ(other.sum(), 424u);
}

TEST(TimeShape, AnImpossibleMeanMovesAllTimesInside) {
  const TimeShape shape({{0.5, 100, 200}, {0.5, 300, 900}}, 100, 900);
  const TimeHistogram lower = shape.histogram(1000, 170.0);  // at least 192 before
  EXPECT_EQ(lower.sum(), 170000u);
  const TimeHistogram higher = shape.histogram(1000, 700.0);  // at most 596 before
  EXPECT_EQ(higher.sum(), 700000u);
  for (const TimeHistogram& each : {lower, higher}) {
    EXPECT_EQ(each.smallest(), 100u);
    EXPECT_EQ(each.largest(), 900u);
    EXPECT_EQ(each.count(), 1000u);
  }
}

TEST(TimeShape, HistogramsHaveTheSmallestAndTheLargest) {
  const TimeShape shape({{0.999, 64, 96}, {0.001, 1024, 2000}}, 64, 2000);
  const TimeHistogram few = shape.histogram(3, 80.0);
  EXPECT_EQ(few.count(), 3u);
  EXPECT_EQ(few.smallest(), 64u);
  EXPECT_EQ(few.largest(), 2000u);
  // One value is 64, one 2000, and none is less than 64.
  EXPECT_EQ(few.sum(), 2u * 64 + 2000);
  const TimeHistogram many = shape.histogram(100000, 80.0);
  EXPECT_EQ(many.bins().front().count, 99900u);
  EXPECT_EQ(many.bins().back().count, 100u);
  EXPECT_EQ(many.sum(), 8000000u);
}

// Bin 2 holds no value, because half of a range of one nanosecond is none.
TEST(TimeShape, OneNanosecond) {
  const std::vector<std::uint64_t> values = {0, 1, 1, 2, 3};
  const TimeHistogram times = histogram_of(values);
  EXPECT_EQ(TimeShape(times).histogram(5, times.mean()), times);
}

}  // namespace
}  // namespace tarry::compressed
