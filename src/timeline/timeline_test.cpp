// SPDX-License-Identifier: BSD-3-Clause
// Pictures and details of traces made at random are those that counting tick by tick gives.
#include "timeline/timeline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "timeline/timeline_fixture.h"

namespace tarry::timeline::test {
namespace {

// Compares each cell of a picture with one line in each row.
void expect_exact(const MadeTrace& trace, const Picture& picture, const std::string& what) {
  const States states(trace.made);
  ASSERT_EQ(picture.rows.size(), trace.events.size());
  const auto from = static_cast<std::int64_t>(std::llround(picture.from_s / kTick));
  const auto to = static_cast<std::int64_t>(std::llround(picture.to_s / kTick));
  const std::int64_t width = (to - from) / picture.columns;
  ASSERT_EQ(width * picture.columns, to - from);
  for (std::uint32_t line = 0; line < picture.rows.size(); ++line) {
    ASSERT_EQ(picture.rows[line], (Picture::Row{line, 1}));
    const TicksOfLine ticks(trace, line, states);
    for (std::uint32_t column = 0; column < picture.columns; ++column) {
      const std::int64_t begin = from + column * width;
      const Bin bin = bin_of(ticks.between(begin, begin + width), width, states.first_wait());
      const std::size_t cell = std::size_t{line} * picture.columns + column;
      ASSERT_EQ(picture.state[cell], bin.state) << what << " line " << line << " at " << begin;
      ASSERT_EQ(picture.share[cell], bin.share) << what << " line " << line << " at " << begin;
      ASSERT_EQ(picture.waiting[cell], bin.waiting) << what << " line " << line << " at " << begin;
      ASSERT_EQ(picture.wait[cell], bin.wait) << what << " line " << line << " at " << begin;
    }
  }
}

void expect_exact_windows(MadeTrace& trace, const Timeline& timeline, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto length = static_cast<double>(trace.made.clock.length);
  for (int i = 0; i < 30; ++i) {
    std::uniform_real_distribution<double> anywhere(0, length);
    const double a = anywhere(random), b = anywhere(random);
    const Window window{std::min(a, b) * kTick, (std::max(a, b) + 1) * kTick};
    const std::uint32_t columns = std::uniform_int_distribution<std::uint32_t>(1, 300)(random);
    const auto picture =
        timeline.picture(window, columns, 1000, PictureRows::Neighbors, PictureEffort::Full);
    ASSERT_TRUE(picture.ok()) << picture.error().message();
    EXPECT_LE(picture->from_s, window.from_s + 1e-5);
    EXPECT_GE(picture->to_s, std::min(window.to_s, length * kTick) - 1e-5);
    EXPECT_LE(picture->columns, columns + columns / 2);
    const double ticks = (window.to_s - window.from_s) / kTick;
    EXPECT_GE(picture->columns, std::min(columns / 2.0, ticks - 1) - 1);
    expect_exact(trace, *picture, "seed " + std::to_string(seed));
  }
}

TEST(Timeline, PicturesAreThoseOfCountingTicks) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const std::uint64_t intervals[] = {0, 1, 7, 64};
    MadeTrace trace(1 + seed, 5, seed % 3 == 0 ? 700 : 5000, intervals[seed % 4]);
    fill_at_random(trace, seed);
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place, 2);
    ASSERT_NE(timeline, nullptr);
    expect_exact_windows(trace, *timeline, seed);
  }
}

// The bins of such a trace are longer than the columns, so events are read.
TEST(Timeline, ColumnsShorterThanBinsAreExactToo) {
  for (const std::uint64_t interval : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{100}}) {
    MadeTrace trace(3, 4, 40'000, interval);
    fill_at_random(trace, 99);
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place);
    ASSERT_NE(timeline, nullptr);
    for (const std::int64_t from : {0, 1, 777, 20'000, 39'900}) {
      const auto picture = timeline->picture(
          {static_cast<double>(from) * kTick, static_cast<double>(from + 97) * kTick}, 100, 3,
          PictureRows::Neighbors, PictureEffort::Full);
      ASSERT_TRUE(picture.ok());
      EXPECT_GE(picture->columns, 97u);
      expect_exact(trace, *picture, "from " + std::to_string(from));
    }
  }
}

// Many lines take long to read, so a quick picture has the bins of the index; few are read at once.
TEST(Timeline, QuickPicturesAreCoarseWhereReadingTakesLong) {
  for (const std::size_t lines : {std::size_t{3}, std::size_t{300}}) {
    MadeTrace trace(lines, 4, 20'000, 5);
    fill_at_random(trace, 7);
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place);
    ASSERT_NE(timeline, nullptr);
    const Window near{7000 * kTick, 7097 * kTick};
    const auto full =
        timeline->picture(near, 100, 300, PictureRows::Neighbors, PictureEffort::Full);
    const auto quick =
        timeline->picture(near, 100, 300, PictureRows::Neighbors, PictureEffort::Quick);
    ASSERT_TRUE(full.ok() && quick.ok());
    EXPECT_FALSE(full->is_coarse);
    EXPECT_EQ(quick->is_coarse, lines == 300);
    if (lines == 3) {
      EXPECT_EQ(*quick, *full);
      continue;
    }
    EXPECT_LT(quick->columns, full->columns);
    EXPECT_LE(quick->from_s, near.from_s + 1e-5);
    EXPECT_GE(quick->to_s, near.to_s - 1e-5);
    expect_exact(trace, *quick, "quick");
    const Window whole{0, 20'000 * kTick};
    const auto whole_quick =
        timeline->picture(whole, 100, 300, PictureRows::Neighbors, PictureEffort::Quick);
    ASSERT_TRUE(whole_quick.ok());
    EXPECT_FALSE(whole_quick->is_coarse);
    EXPECT_EQ(*whole_quick,
              *timeline->picture(whole, 100, 300, PictureRows::Neighbors, PictureEffort::Full));
  }
}

// Many cells take long to send and to paint.
TEST(Timeline, QuickPicturesOfManyLinesHaveFewerColumns) {
  MadeTrace trace(500, 4, 4000, 5);
  fill_at_random(trace, 3);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  const Window whole{0, 4000 * kTick};
  const auto full =
      timeline->picture(whole, 1000, 500, PictureRows::Neighbors, PictureEffort::Full);
  const auto quick =
      timeline->picture(whole, 1000, 500, PictureRows::Neighbors, PictureEffort::Quick);
  ASSERT_TRUE(full.ok() && quick.ok());
  EXPECT_FALSE(full->is_coarse);
  EXPECT_TRUE(quick->is_coarse);
  EXPECT_EQ(quick->rows, full->rows);
  EXPECT_LE(quick->state.size(), 200'000u);
  EXPECT_NEAR(quick->columns, full->columns / 4.0, 1.0);
  expect_exact(trace, *quick, "quick");
  const auto of_few_rows =
      timeline->picture(whole, 1000, 20, PictureRows::Neighbors, PictureEffort::Quick);
  ASSERT_TRUE(of_few_rows.ok());
  EXPECT_EQ(*of_few_rows,
            *timeline->picture(whole, 1000, 20, PictureRows::Neighbors, PictureEffort::Full));
}

// To find lines that are alike, all of them are read and compared, however few rows are drawn.
TEST(Timeline, QuickPicturesOfManyAlikeLinesHaveFewerColumns) {
  MadeTrace trace(600, 4, 4000, 5);
  fill_at_random(trace, 3);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  const Window whole{0, 4000 * kTick};
  const auto full = timeline->picture(whole, 1000, 20, PictureRows::Alike, PictureEffort::Full);
  const auto quick = timeline->picture(whole, 1000, 20, PictureRows::Alike, PictureEffort::Quick);
  ASSERT_TRUE(full.ok() && quick.ok());
  EXPECT_FALSE(full->is_coarse);
  EXPECT_TRUE(quick->is_coarse);
  EXPECT_NEAR(quick->columns, full->columns / 2.0, 1.0);
}

// Of each line two states are known, so a row may miss the rest, but no more.
TEST(Timeline, RowsOfSeveralLinesMissAtMostWhatIsNotListed) {
  MadeTrace trace(23, 5, 3000, 16);
  fill_at_random(trace, 4);
  const States states(trace.made);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  std::vector<TicksOfLine> lines;
  for (std::uint32_t line = 0; line < 23; ++line) lines.emplace_back(trace, line, states);
  for (const std::uint32_t rows : {1u, 2u, 7u, 22u}) {
    const auto picture =
        timeline->picture({0.0, 3.0}, 40, rows, PictureRows::Neighbors, PictureEffort::Full);
    ASSERT_TRUE(picture.ok());
    ASSERT_EQ(picture->rows.size(), rows);
    std::uint32_t next = 0;
    for (const Picture::Row& row : picture->rows) {
      EXPECT_EQ(row.first, next);
      EXPECT_GE(row.count, 23 / rows);
      EXPECT_LE(row.count, 23 / rows + 1);
      next = row.first + row.count;
    }
    EXPECT_EQ(next, 23u);
    const auto width = static_cast<std::int64_t>(
        std::llround((picture->to_s - picture->from_s) / picture->columns / kTick));
    for (std::size_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < picture->columns; ++c) {
        std::map<std::uint16_t, double> sums;
        double waiting = 0, not_listed = 0;
        const Picture::Row& row = picture->rows[r];
        for (std::uint32_t line = row.first; line < row.first + row.count; ++line) {
          std::vector<double> parts;
          for (const StateTime& each : lines[line].between(c * width, (c + 1) * width)) {
            const double part = static_cast<double>(each.ticks) / static_cast<double>(width);
            sums[each.state] += part / row.count;
            if (each.state >= states.first_wait()) waiting += part / row.count;
            parts.push_back(part);
          }
          std::sort(parts.rbegin(), parts.rend());
          for (std::size_t i = 2; i < parts.size(); ++i) not_listed += parts[i] / row.count;
        }
        const std::size_t cell = r * picture->columns + c;
        const double rounding = row.count == 1 ? 1.0 / 255 : 2.0 / 255;
        EXPECT_NEAR(picture->waiting[cell] / 255.0, waiting, rounding);
        if (picture->state[cell] == kNoState) continue;
        double largest = 0;
        for (const auto& [state, part] : sums) largest = std::max(largest, part);
        const double true_part = sums[picture->state[cell]];
        EXPECT_LE(picture->share[cell] / 255.0, true_part + rounding);
        EXPECT_GE(picture->share[cell] / 255.0, true_part - not_listed - rounding);
        EXPECT_GE(true_part, largest - not_listed - 2 * rounding);
      }
  }
}

TEST(Timeline, DetailsAreAllVisitsWaitsAndMessagesOfAWindow) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const std::uint64_t intervals[] = {0, 3, 50, 1};
    MadeTrace trace(4, 6, 1500, intervals[seed % 4]);
    fill_at_random(trace, seed);
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place);
    ASSERT_NE(timeline, nullptr);
    std::mt19937 random(seed);
    for (int i = 0; i < 12; ++i) {
      std::uniform_int_distribution<std::int64_t> anywhere(0, 1499);
      const std::int64_t a = anywhere(random), b = anywhere(random);
      const std::int64_t from = std::min(a, b), to = std::max(a, b) + 1;
      DetailsRequest request;
      request.window = {static_cast<double>(from) * kTick, static_cast<double>(to) * kTick};
      const auto details = timeline->details(request);
      ASSERT_TRUE(details.ok()) << details.error().message();
      ASSERT_TRUE(details->slices.has_value());
      std::vector<SliceKey> slices;
      for (const Slice& slice : *details->slices)
        slices.emplace_back(slice.line, std::llround(slice.begin_s / kTick), slice.depth,
                            std::llround(slice.end_s / kTick), slice.state);
      std::sort(slices.begin(), slices.end());
      const std::vector<SliceKey> expected = slices_between(trace, from, to);
      ASSERT_EQ(slices, expected) << "seed " << seed << " " << from << ".." << to;
      EXPECT_EQ(details->slice_count, expected.size());

      std::uint64_t messages = 0;
      for (const auto& line : trace.events)
        for (std::size_t e = 0; e < line.size(); ++e)
          if (line[e].kind == Event::Receive && line[e].sent <= to && line[e + 1].time >= from)
            ++messages;
      EXPECT_EQ(details->message_count, messages);
      EXPECT_EQ(details->messages.size(), std::min<std::uint64_t>(messages, 1000));
    }
  }
}

TEST(Timeline, OnlyTheAskedLinesAndTheLongestMessagesAreGiven) {
  MadeTrace trace(6, 3, 2000, 10);
  fill_at_random(trace, 1);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  DetailsRequest request{.window = {0, 2}, .lines = {2, 5}};
  request.most_messages = 5;
  const auto details = timeline->details(request);
  ASSERT_TRUE(details.ok() && details->slices.has_value());
  for (const Slice& slice : *details->slices) EXPECT_TRUE(slice.line == 2 || slice.line == 5);
  ASSERT_EQ(details->messages.size(), 5u);
  EXPECT_GT(details->message_count, 5u);
  double shortest = 2;
  for (const Message& message : details->messages) {
    shortest = std::min(shortest, message.received_s - message.sent_s);
    EXPECT_TRUE(message.from == 2 || message.to == 2 || message.from == 5 || message.to == 5);
  }
  int longer = 0;
  for (std::uint32_t to = 0; to < 6; ++to)
    for (std::size_t e = 0; e < trace.events[to].size(); ++e) {
      const Event& event = trace.events[to][e];
      if (event.kind != Event::Receive) continue;
      if (to != 2 && to != 5 && event.from != 2 && event.from != 5) continue;
      const std::int64_t received = trace.events[to][e + 1].time;
      longer += static_cast<double>(received - event.sent) * kTick > shortest + 1e-9 ? 1 : 0;
    }
  EXPECT_LT(longer, 5);
  request.lines = {6};
  EXPECT_FALSE(timeline->details(request).ok());
}

TEST(Timeline, TooManySlicesAreCountedOnly) {
  MadeTrace trace(3, 3, 20'000, 10);
  fill_at_random(trace, 2);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  DetailsRequest request{.window = {0, 20}, .lines = {}, .most_slices = 100};
  const auto details = timeline->details(request);
  ASSERT_TRUE(details.ok());
  EXPECT_FALSE(details->slices.has_value());
  EXPECT_GT(details->slice_count, 100u);
  request.most_slices = 100'000;
  EXPECT_TRUE(timeline->details(request)->slices.has_value());
}

TEST(Timeline, AnyNumberOfThreadsMakesTheSameIndex) {
  MadeTrace trace(40, 8, 3000, 9);
  fill_at_random(trace, 3);
  const OnDisk disk;
  std::string first;
  for (const unsigned threads : {1u, 2u, 7u}) {
    ASSERT_TRUE(make_index(trace, disk.place, trace.insights(threads), threads).ok());
    const std::string bytes = *base::read_file(disk.place.index);
    if (first.empty()) first = bytes;
    EXPECT_EQ(bytes, first);
  }
}

TEST(Timeline, TracesWithoutLinesEventsOrLength) {
  for (const std::size_t lines : {0u, 1u, 3u})
    for (const std::int64_t length : {0, 5}) {
      MadeTrace trace(lines, 1, length);
      if (lines == 3) {
        trace.events[1] = {{.kind = Event::Enter}, {.kind = Event::Leave}};
        trace.visits[1] = {{}};
      }
      trace.conclude();
      const OnDisk disk;
      const auto timeline = made_timeline(trace, disk.place);
      ASSERT_NE(timeline, nullptr);
      EXPECT_EQ(timeline->overview().lines.size(), lines);
      EXPECT_EQ(timeline->overview().messages, 0u);
      const auto picture =
          timeline->picture({0, 1}, 10, 10, PictureRows::Neighbors, PictureEffort::Full);
      ASSERT_TRUE(picture.ok()) << picture.error().message();
      for (const std::uint16_t state : picture->state) EXPECT_EQ(state, kNoState);
      const auto details = timeline->details({.window = {0, 1}, .lines = {}});
      ASSERT_TRUE(details.ok());
      EXPECT_EQ(details->slice_count, lines == 3 ? 1u : 0u);
    }
}

TEST(Timeline, WindowsWithoutSenseAreErrors) {
  MadeTrace trace(2, 2, 100);
  fill_at_random(trace, 1);
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  const double nan = std::nan("");
  for (const Window& window : {Window{1, 1}, Window{2, 1}, Window{nan, 1}, Window{0, nan}}) {
    EXPECT_FALSE(
        timeline->picture(window, 10, 10, PictureRows::Neighbors, PictureEffort::Full).ok());
    EXPECT_FALSE(timeline->details({.window = window, .lines = {}}).ok());
  }
  EXPECT_FALSE(timeline->picture({0, 1}, 0, 10, PictureRows::Neighbors, PictureEffort::Full).ok());
  EXPECT_FALSE(timeline->picture({0, 1}, 10, 0, PictureRows::Neighbors, PictureEffort::Full).ok());
  EXPECT_FALSE(
      timeline->picture({0, 1}, 1'000'000, 10, PictureRows::Neighbors, PictureEffort::Full).ok());
  EXPECT_TRUE(
      timeline->picture({-1e300, 1e300}, 10, 10, PictureRows::Neighbors, PictureEffort::Full).ok());
  EXPECT_TRUE(timeline->picture({50, 60}, 10, 10, PictureRows::Neighbors, PictureEffort::Full)
                  .ok());  // behind the end
}

}  // namespace
}  // namespace tarry::timeline::test
