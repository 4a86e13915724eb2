// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/alike_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "timeline/timeline_fixture.h"

namespace tarry::timeline::test {
namespace {

using testing::ElementsAre;

constexpr std::uint16_t kCompute = 0, kSend = 1, kReceive = 2, kWait = 3;

Bin all_of(std::uint16_t state) { return {.state = state, .share = 255}; }

Bin waiting(std::uint8_t part) {
  return {.state = kWait,
          .second = kReceive,
          .wait = kWait,
          .share = part,
          .second_share = static_cast<std::uint8_t>(255 - part),
          .waiting = part};
}

// A line of 100 slices that does something else in the first `other` of them.
LineSlices line_with(std::size_t other, std::uint16_t state = kSend) {
  LineSlices slices(100, all_of(kCompute));
  for (std::size_t i = 0; i < other; ++i) slices[i] = all_of(state);
  return slices;
}

std::uint32_t different(const Bin& a, const Bin& b) {
  const std::uint32_t there = difference({a}, {b}, 1000);
  EXPECT_EQ(there, difference({b}, {a}, 1000));
  return there;
}

TEST(AlikeLines, WhatDiffersIsTheTimeInOtherStates) {
  EXPECT_EQ(different(all_of(kCompute), all_of(kCompute)), 0u);
  EXPECT_EQ(different(all_of(kCompute), all_of(kSend)), 255u);
  EXPECT_EQ(different(all_of(kCompute), {}), 255u);
  EXPECT_EQ(different({}, {}), 0u);
  EXPECT_EQ(different(waiting(100), waiting(140)), 40u);
  const Bin both{.state = kCompute, .second = kSend, .share = 155, .second_share = 100};
  const Bin turned{.state = kSend, .second = kCompute, .share = 130, .second_share = 125};
  EXPECT_EQ(different(both, turned), 30u);
  EXPECT_EQ(different(both, all_of(kCompute)), 100u);
}

TEST(AlikeLines, WaitingCountsThoughNoKnownStateTellsIt) {
  const Bin busy{.state = kCompute, .second = kSend, .share = 100, .second_share = 90};
  Bin idle = busy;
  idle.waiting = 60;  // in some third state
  EXPECT_EQ(different(busy, idle), 60u);
}

// Which two of three states are the longest may turn on a tick.
TEST(AlikeLines, ThirdStatesMayBeTheSame) {
  const Bin a{.state = kCompute, .second = kSend, .share = 86, .second_share = 85};
  const Bin b{.state = kReceive, .second = kSend, .share = 86, .second_share = 85};
  EXPECT_LE(different(a, b), 2u);
  const Bin c{.state = kReceive, .second = kSend, .share = 86, .second_share = 169};
  EXPECT_EQ(different(a, c), 86u);  // nothing is left of it for computation
}

TEST(AlikeLines, GroupsHaveWhatDiffersByFivePercentAtMost) {
  const std::vector<LineSlices> lines = {line_with(0),           line_with(50), line_with(5),
                                         line_with(6),           line_with(52), line_with(0),
                                         line_with(50, kReceive)};
  const AlikeLines made = alike_lines(lines, 100);
  EXPECT_THAT(made.group, ElementsAre(0, 1, 0, 2, 1, 0, 3));
  EXPECT_EQ(made.groups, 4u);
  EXPECT_EQ(made.percent, 5u);
}

TEST(AlikeLines, ALineGoesWhereItIsMostAlike) {
  const AlikeLines made = alike_lines(
      std::vector<LineSlices>{line_with(0), line_with(7), line_with(4), line_with(3)}, 9);
  EXPECT_THAT(made.group, ElementsAre(0, 1, 1, 0));
}

TEST(AlikeLines, MoreMayDifferWhereThereIsRoomForFewGroups) {
  std::vector<LineSlices> lines;
  for (std::size_t i = 0; i < 16; ++i) lines.push_back(line_with(6 * i));
  const AlikeLines few = alike_lines(lines, 4);
  EXPECT_LE(few.groups, 4u);
  EXPECT_EQ(few.percent, 20u);
  EXPECT_EQ(alike_lines(lines, 16).groups, 16u);
  const AlikeLines one = alike_lines(lines, 1);
  EXPECT_EQ(one.percent, 100u);
  EXPECT_EQ(one.groups, 1u);
  EXPECT_EQ(alike_lines({}, 4).groups, 0u);
}

TEST(AlikeLines, SlicesAreMeansOfColumns) {
  std::vector<Bin> columns(256, all_of(kCompute));
  columns[1] = waiting(200);
  const LineSlices slices = slices_of(columns, std::vector<std::uint16_t>{0, 1, 2, 3});
  ASSERT_EQ(slices.size(), 128u);
  EXPECT_EQ(
      slices[0],
      (Bin{.state = kCompute, .second = kWait, .share = 128, .second_share = 100, .waiting = 100}));
  EXPECT_EQ(slices[1], all_of(kCompute));
  EXPECT_EQ(slices_of(columns, std::vector<std::uint16_t>{0, 1, 2, 0})[0].share, 228);
  EXPECT_EQ(slices_of(std::vector<Bin>(129, all_of(kSend)), {}).size(), 65u);
}

// Lines 0 and 2 do the same as far as one can see, line 1 receives.
MadeTrace three_lines() {
  MadeTrace trace(4, 3, 1000, 5);
  trace.made.regions[2].name = trace.made.regions[0].name;
  const auto visit = [&](std::uint32_t line, std::int64_t begin, std::int64_t end,
                         std::uint32_t region) {
    trace.visits[line].push_back({begin, end, region, 0, 0, 0});
    for (const auto& [kind, time] : {std::pair{Event::Enter, begin}, std::pair{Event::Leave, end}})
      trace.events[line].push_back(
          {.kind = kind, .time = time, .region = region, .from = 0, .sent = 0, .bytes = 0});
  };
  visit(0, 0, 1000, 0);
  visit(1, 0, 300, 0);
  visit(1, 300, 1000, 1);
  visit(2, 0, 500, 0);
  visit(2, 500, 1000, 2);
  trace.conclude();
  return trace;
}

TEST(AlikeLines, APictureUnitesThemAndNamesThem) {
  MadeTrace trace = three_lines();
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place, 2);
  ASSERT_NE(timeline, nullptr);
  const Window whole{0, 1000 * kTick};
  const auto picture = timeline->picture(whole, 100, 4, PictureRows::Alike, PictureEffort::Full);
  ASSERT_TRUE(picture.ok()) << picture.error().message();
  EXPECT_THAT(picture->rows,
              ElementsAre(Picture::Row{0, 2}, Picture::Row{1, 1}, Picture::Row{3, 1}));
  EXPECT_THAT(picture->row_of_line, ElementsAre(0, 1, 0, 2));
  EXPECT_EQ(picture->alike_percent, 5u);
  EXPECT_EQ(picture->state.size(), 3u * picture->columns);
  EXPECT_EQ(picture->state[0], 0);
  EXPECT_EQ(picture->share[0], 255);
  EXPECT_EQ(picture->share[picture->columns - 2], 255);  // lines 0 and 2 in regions of one name
  EXPECT_EQ(picture->state[2 * picture->columns - 2], 1);
  EXPECT_EQ(picture->state[2 * picture->columns], kNoState);
  const Window begin{0, 250 * kTick};
  const auto near = timeline->picture(begin, 100, 4, PictureRows::Alike, PictureEffort::Full);
  ASSERT_TRUE(near.ok());
  EXPECT_THAT(near->row_of_line, ElementsAre(0, 0, 0, 1));
}

// Every line is in a row, whatever room there is, and any number of threads gives the same.
TEST(AlikeLines, EachLineHasARow) {
  MadeTrace trace(60, 4, 4000, 16);
  fill_at_random(trace, 5);
  const OnDisk disk, other_disk;
  const auto timeline = made_timeline(trace, disk.place, 1);
  const auto parallel = made_timeline(trace, other_disk.place, 4);
  ASSERT_TRUE(timeline != nullptr && parallel != nullptr);
  for (const std::uint32_t rows : {1u, 7u, 60u}) {
    const Window window{100 * kTick, 3000 * kTick};
    const auto made = timeline->picture(window, 300, rows, PictureRows::Alike, PictureEffort::Full);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(*made,
              *parallel->picture(window, 300, rows, PictureRows::Alike, PictureEffort::Full));
    EXPECT_LE(made->rows.size(), rows);
    ASSERT_EQ(made->row_of_line.size(), 60u);
    std::vector<std::uint32_t> counts(made->rows.size(), 0);
    for (std::uint32_t line = 0; line < 60; ++line) {
      ASSERT_LT(made->row_of_line[line], counts.size());
      if (counts[made->row_of_line[line]]++ > 0) continue;
      EXPECT_EQ(made->rows[made->row_of_line[line]].first, line);
    }
    for (std::size_t row = 0; row < counts.size(); ++row)
      EXPECT_EQ(made->rows[row].count, counts[row]);
  }
}

}  // namespace
}  // namespace tarry::timeline::test
