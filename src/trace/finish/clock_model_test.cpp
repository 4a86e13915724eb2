// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/clock_model.h"

#include <gtest/gtest.h>

namespace tarry::trace::finish {
namespace {

using eventlog::ClockReading;
using eventlog::ClockSource;

TEST(ClockModel, CorrectsLinearlyBetweenOffsets) {
  EXPECT_EQ(corrected(500, {}), 500);
  EXPECT_EQ(corrected(500, {{100, -7}}), 493);
  const std::vector<otf2::ClockOffset> offsets = {{1000, 10}, {2000, 30}, {3000, 30}};
  EXPECT_EQ(corrected(1000, offsets), 1010);
  EXPECT_EQ(corrected(1500, offsets), 1520);
  EXPECT_EQ(corrected(2500, offsets), 2530);
  EXPECT_EQ(corrected(500, offsets), 500);    // the first slope continues backwards
  EXPECT_EQ(corrected(9000, offsets), 9030);  // the last slope continues forwards
  EXPECT_EQ(corrected(5, {{5, 1}, {5, 2}}), 6);
}

// A run of a month has so many offsets, and each of them is looked for in turn.
TEST(ClockModel, FindsItsWayAmongManyOffsets) {
  constexpr std::int64_t kMany = 300'000;
  std::vector<otf2::ClockOffset> offsets;
  for (std::int64_t i = 0; i < kMany; ++i)
    offsets.push_back({static_cast<std::uint64_t>(1000 * i), i % 2 * 500});
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i + 1 < kMany; ++i)
    wrong += corrected(static_cast<std::uint64_t>(1000 * i + 500), offsets) != 1000 * i + 750;
  EXPECT_EQ(wrong, 0);
}

// The numbers are those of F. Wolf, "Automatic Performance Analysis on Parallel Computers with SMP
// Nodes", NIC Series 17, 2003, for offsets of 5 at the begin and of 7 at the end.
TEST(ClockModel, InterpolatesAsFirstDescribed) {
  const std::vector<otf2::ClockOffset> offsets = {{0, 5}, {100, 7}};
  EXPECT_EQ(corrected(50, offsets), 56);
  EXPECT_EQ(corrected(0, offsets), 5);
  EXPECT_EQ(corrected(100, offsets), 107);
}

TEST(ClockModel, ResolutionFromTwoReadings) {
  const ClockReading begin{1'000'000, 5'000'000'000, 0};
  const ClockReading latest{2'601'000'000, 6'000'000'000, 0};
  EXPECT_EQ(ticks_per_second(ClockSource::Tsc, begin, latest), 2'600'000'000u);
  EXPECT_EQ(ticks_per_second(ClockSource::Tsc, begin, begin), 0u);
  EXPECT_EQ(ticks_per_second(ClockSource::Tsc, latest, begin), 0u);
  EXPECT_EQ(ticks_per_second(ClockSource::MonotonicRaw, begin, begin), 1'000'000'000u);
}

RawProcess process(std::uint32_t rank, ClockReading begin, ClockReading latest, std::uint64_t first,
                   std::uint64_t last) {
  RawProcess out;
  out.identity = {rank, 1, "elsewhere", "d"};
  out.conversion.emplace();
  out.conversion->clock = ClockSource::Tsc;
  out.conversion->begin = begin;
  out.conversion->latest = latest;
  out.conversion->locations = {{rank, 5, first, last, ""}};
  return out;
}

TEST(ClockModel, KilledReferenceBorrowsTheRateOfAnother) {
  const ClockReading start{1000, 0, 9'000'000'000};
  std::vector<RawProcess> processes = {process(0, start, start, 2000, 5000),
                                       process(1, start, {2'000'001'000, 1'000'000'000, 0}, 0, 0)};
  processes[1].conversion->locations = {{1, 5, 100'000, 200'000, ""}};
  processes[1].clock_offsets = {{0, -99'000}};
  const model::Clock clock = trace_clock(processes, "here");
  EXPECT_EQ(clock.ticks_per_second, 2'000'000'000u);
  EXPECT_EQ(clock.begin, 999u);  // 100000 - 99000, one tick of room
  EXPECT_EQ(clock.begin + clock.length, 101'001u);
  EXPECT_EQ(clock.realtime_ns, 9'000'000'000u - 1);  // half a nanosecond before, rounded away
}

TEST(ClockModel, AccuracyIsThatOfTheWorstMeasurement) {
  std::vector<RawProcess> processes(3);
  EXPECT_EQ(clock_accuracy(processes).measurements, 0u);
  processes[0].clock_offsets = {{0, 0, 0}, {9, 0, 0}};
  processes[1].clock_offsets = {{0, 5, 7}, {5, 5, 30}, {9, 5, 8}};
  EXPECT_EQ(clock_accuracy(processes).measurements, 3u);
  EXPECT_EQ(clock_accuracy(processes).error, 30u);
}

TEST(ClockModel, NoProcessNoTrouble) { EXPECT_EQ(trace_clock({}, "here").length, 0u); }

}  // namespace
}  // namespace tarry::trace::finish
