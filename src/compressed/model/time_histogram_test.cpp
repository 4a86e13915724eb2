// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/time_histogram.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tarry::compressed {
namespace {

TEST(TimeHistogram, HasTwoBinsForEachPowerOfTwo) {
  EXPECT_EQ(TimeHistogram::bin_of(0), 0u);
  EXPECT_EQ(TimeHistogram::bin_of(1), 1u);
  EXPECT_EQ(TimeHistogram::bin_of(2), 3u);
  EXPECT_EQ(TimeHistogram::bin_of(3), 4u);
  EXPECT_EQ(TimeHistogram::bin_of(4), 5u);
  EXPECT_EQ(TimeHistogram::bin_of(6), 6u);
  for (std::uint64_t ns = 0; ns < 5000; ++ns) {
    const std::uint32_t bin = TimeHistogram::bin_of(ns);
    EXPECT_LE(TimeHistogram::lowest_of(bin), ns);
    const std::uint32_t next = ns == 1 ? 3 : bin + 1;  // bin 2 is empty
    EXPECT_GT(TimeHistogram::lowest_of(next), ns);
  }
  EXPECT_EQ(TimeHistogram::bin_of(UINT64_MAX), 128u);
}

TEST(TimeHistogram, OfAWideRangeHasFewerBins) {
  using Bins = std::vector<TimeHistogram::Bin>;
  TimeHistogram histogram;
  for (const std::uint64_t ns : {16, 24, 32, 48, 64, 96, 128, 192}) histogram.add(ns);
  EXPECT_EQ(histogram.bins(),
            (Bins{{9, 1}, {10, 1}, {11, 1}, {12, 1}, {13, 1}, {14, 1}, {15, 1}, {16, 1}}));
  EXPECT_EQ(histogram.end_of(histogram.bins()[0]), 24u);
  histogram.add(256);  // a ninth bin: now one for each power of two
  EXPECT_EQ(histogram.bins(), (Bins{{9, 2}, {11, 2}, {13, 2}, {15, 2}, {17, 1}}));
  EXPECT_EQ(histogram.end_of(histogram.bins()[0]), 32u);
  histogram.add(0);  // now three for each quotient of their number plus one by four
  EXPECT_EQ(histogram.bins(), (Bins{{0, 1}, {7, 2}, {11, 4}, {15, 3}}));
  EXPECT_EQ(histogram.end_of(histogram.bins()[0]), TimeHistogram::lowest_of(3));
  EXPECT_EQ(histogram.end_of(histogram.bins()[1]), 32u);
  EXPECT_EQ(histogram.count(), 10u);
  histogram.add(UINT64_MAX);
  EXPECT_LE(histogram.bins().size(), TimeBins::kMost);
  EXPECT_EQ(histogram.count(), 11u);
}

TEST(TimeHistogram, MergesInAnyOrder) {
  std::mt19937_64 random(3);
  TimeHistogram all;
  TimeHistogram parts[3];
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t ns = random() >> (random() % 60);
    all.add(ns);
    parts[random() % 3].add(ns);
  }
  TimeHistogram forwards;
  TimeHistogram backwards;
  for (int i = 0; i < 3; ++i) {
    forwards.add(parts[i]);
    backwards.add(parts[2 - i]);
  }
  EXPECT_EQ(forwards, all);
  EXPECT_EQ(backwards, all);
  EXPECT_EQ(all.count(), 1000u);
  EXPECT_EQ(TimeHistogram::of(all.sum(), all.smallest(), all.largest(), all.bins()), all);
}

}  // namespace
}  // namespace tarry::compressed
