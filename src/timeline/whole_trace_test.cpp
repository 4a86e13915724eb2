// SPDX-License-Identifier: BSD-3-Clause
// What a timeline says of the whole trace: who sends to whom, and the longest waits.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "timeline/timeline.h"
#include "timeline/timeline_fixture.h"

namespace tarry::timeline::test {
namespace {

// Every receive is the last record of its call, so a call receives at most one message.
Communication expected_communication(const MadeTrace& trace) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Traffic> sums;
  for (std::uint32_t to = 0; to < trace.events.size(); ++to) {
    std::vector<std::size_t> open;  // positions in visits
    std::size_t visits = 0;
    for (const Event& event : trace.events[to]) {
      if (event.kind == Event::Enter) open.push_back(visits++);
      if (event.kind == Event::Leave) open.pop_back();
      if (event.kind != Event::Receive) continue;
      Traffic& pair = sums[{event.from, to}];
      pair.from = event.from;
      pair.to = to;
      ++pair.messages;
      pair.bytes += event.bytes;
      const Visit& visit = trace.visits[to][open.back()];
      if (visit.wait == 0 || visit.metric != model::metric::mpi_latesender.value) continue;
      for (const SliceKey& slice : slices_between(trace, visit.begin, visit.end))
        if (std::get<0>(slice) == to && std::get<2>(slice) == visit.depth + 1 &&
            std::get<4>(slice) == States(trace.made).of(model::metric::mpi_latesender) &&
            std::get<1>(slice) >= visit.begin && std::get<3>(slice) <= visit.end)
          pair.waited_s += static_cast<double>(std::get<3>(slice) - std::get<1>(slice)) * kTick;
    }
  }
  const States states(trace.made);
  for (std::uint32_t from = 0; from < trace.events.size(); ++from) {
    const std::vector<std::uint16_t> state = TicksOfLine(trace, from, states).state;
    const auto ticks =
        std::count(state.begin(), state.end(), states.of(model::metric::mpi_latereceiver));
    if (ticks == 0) continue;
    Traffic& pair = sums[{from, trace.receiver_of(from).value}];
    pair.from = from;
    pair.to = trace.receiver_of(from).value;
    pair.sender_waited_s += static_cast<double>(ticks) * kTick;
  }
  Communication all;
  for (const auto& [pair, traffic] : sums) all.traffic.push_back(traffic);
  return all;
}

TEST(Timeline, CommunicationIsThatOfAllMessages) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    MadeTrace trace(4, 6, 1500, seed % 2 == 0 ? 3 : 0);
    fill_at_random(trace, seed);
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place, 2);
    ASSERT_NE(timeline, nullptr);
    const Communication found = timeline->communication();
    const Communication expected = expected_communication(trace);
    EXPECT_EQ(found.ranks_in_bin, 1u);
    ASSERT_EQ(found.traffic.size(), expected.traffic.size());
    ASSERT_GT(found.traffic.size(), 8u);
    double waited = 0, sender_waited = 0;
    for (std::size_t i = 0; i < found.traffic.size(); ++i) {
      EXPECT_EQ(found.traffic[i].from, expected.traffic[i].from);
      EXPECT_EQ(found.traffic[i].to, expected.traffic[i].to);
      EXPECT_EQ(found.traffic[i].messages, expected.traffic[i].messages);
      EXPECT_EQ(found.traffic[i].bytes, expected.traffic[i].bytes);
      EXPECT_NEAR(found.traffic[i].waited_s, expected.traffic[i].waited_s, 1e-9);
      EXPECT_NEAR(found.traffic[i].sender_waited_s, expected.traffic[i].sender_waited_s, 1e-9);
      waited += found.traffic[i].waited_s;
      sender_waited += found.traffic[i].sender_waited_s;
    }
    EXPECT_GT(waited, 0.0);
    EXPECT_GT(sender_waited, 0.0);
  }
}

// Lines wait in the first region until 50, in the second one until 90, each from a time of its own.
TEST(Timeline, LongestWaitsAreThoseOfTheWholeTrace) {
  MadeTrace trace(3, 2, 100, 2);
  const auto visit = [&](std::uint32_t line, std::int64_t begin, std::int64_t end,
                         std::uint32_t region, std::int64_t wait, model::MetricId metric) {
    trace.visits[line].push_back({begin, end, region, 0, wait, metric.value});
    for (const auto& [kind, time] : {std::pair{Event::Enter, begin}, std::pair{Event::Leave, end}})
      trace.events[line].push_back(
          {.kind = kind, .time = time, .region = region, .from = 0, .sent = 0, .bytes = 0});
  };
  constexpr model::MetricId kBarrierWait = model::metric::mpi_barrier_wait;
  constexpr model::MetricId kLateSender = model::metric::mpi_latesender;
  visit(0, 20, 55, 0, 30, kBarrierWait);
  visit(1, 10, 55, 0, 40, kBarrierWait);
  visit(2, 50, 55, 0, 0, kBarrierWait);
  visit(0, 60, 95, 1, 30, kBarrierWait);
  visit(1, 92, 95, 1, 0, kBarrierWait);
  visit(2, 85, 95, 1, 5, kLateSender);
  trace.conclude();
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place, 2);
  ASSERT_NE(timeline, nullptr);
  const States states(trace.made);
  const std::uint16_t barrier = states.of(kBarrierWait), late = states.of(kLateSender);
  const auto found = timeline->longest_waits({late, barrier}, 10);
  ASSERT_TRUE(found.ok()) << found.error().message();
  ASSERT_EQ(found->size(), 3u);
  const LongWait& first = (*found)[0];
  EXPECT_EQ(first.state, barrier);
  EXPECT_EQ(first.call, 0);
  EXPECT_EQ(first.line, 1u);
  EXPECT_NEAR(first.begin_s, 0.010, 1e-9);
  EXPECT_NEAR(first.end_s, 0.050, 1e-9);
  EXPECT_NEAR(first.waited_s, 0.040, 1e-9);
  EXPECT_EQ(first.lines, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(first.line_count, 2u);
  EXPECT_EQ((*found)[1].call, 1);
  EXPECT_EQ((*found)[1].lines, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ((*found)[2].state, late);
  EXPECT_EQ(timeline->longest_waits({barrier}, 1)->size(), 1u);
  EXPECT_EQ(timeline->longest_waits({late}, 10)->size(), 1u);
  EXPECT_FALSE(timeline->longest_waits({0}, 10).ok());
  EXPECT_FALSE(timeline->longest_waits({60'000}, 10).ok());
}

TEST(Timeline, DetailsHaveTheCriticalPathOfTheWindow) {
  MadeTrace trace(3, 2, 100);
  const auto piece = [&](std::uint32_t line, std::int64_t begin, std::int64_t end) {
    trace.path.push_back(
        {LocationIndex{line}, Ticks{MadeTrace::kBegin + begin}, Ticks{MadeTrace::kBegin + end}});
  };
  piece(2, 60, 100);
  piece(1, 40, 60);
  piece(0, 0, 40);
  trace.conclude();
  const OnDisk disk;
  const auto timeline = made_timeline(trace, disk.place);
  ASSERT_NE(timeline, nullptr);
  const auto lines = [&](double from_s, double to_s, std::uint64_t most) {
    const auto details =
        timeline->details({.window = {from_s, to_s}, .lines = {1}, .most_path_spans = most});
    EXPECT_TRUE(details.ok());
    std::vector<std::uint32_t> found;
    for (const PathSpan& span : details->path) found.push_back(span.line);
    return std::pair{found, details->path_count};
  };
  using Found = std::pair<std::vector<std::uint32_t>, std::uint64_t>;
  EXPECT_EQ(lines(0, 0.1, 10), (Found{{0, 1, 2}, 3}));
  EXPECT_EQ(lines(0, 0.1, 2), (Found{{0, 2}, 3}));
  EXPECT_EQ(lines(0.045, 0.05, 10), (Found{{1}, 1}));
  EXPECT_NEAR(timeline->details({.window = {0, 0.1}, .lines = {}})->path[1].end_s, 0.06, 1e-9);
}

// Line 0 counts 10 in each of 100 ticks, read at every tick; line 1 has no counter.
TEST(Timeline, CountersAreReadFromThePartOfTheWindow) {
  for (const std::uint64_t interval : {0u, 3u}) {
    MadeTrace trace(2, 1, 100, interval);
    trace.made.counters.resize(1);
    trace.made.counter_sets.push_back({.members = {model::CounterId{0}}});
    for (std::int64_t time = 0; time < 100; ++time)
      for (const Event::Kind kind : {Event::Enter, Event::Count, Event::Leave})
        trace.events[0].push_back({.kind = kind,
                                   .time = time,
                                   .region = 0,
                                   .from = 0,
                                   .sent = 0,
                                   .bytes = 10 * static_cast<std::uint64_t>(time)});
    trace.conclude();
    const OnDisk disk;
    const auto timeline = made_timeline(trace, disk.place);
    ASSERT_NE(timeline, nullptr);
    EXPECT_TRUE(timeline->overview().counters[0].per_second);
    const auto curves =
        timeline->counter({.window = {0.03, 0.05}, .counter = 0, .lines = {}, .columns = 4});
    ASSERT_TRUE(curves.ok() && curves->lines.has_value());
    ASSERT_EQ(curves->lines->size(), 1u);
    EXPECT_EQ((*curves->lines)[0].line, 0u);
    for (const double value : (*curves->lines)[0].values) EXPECT_NEAR(value, 10'000.0, 1e-6);
    EXPECT_TRUE(timeline->counter({.window = {0, 0.1}, .counter = 0, .lines = {1}, .columns = 4})
                    ->lines->empty());
    EXPECT_FALSE(
        timeline->counter({.window = {0, 0.1}, .counter = 1, .lines = {}, .columns = 4}).ok());
    EXPECT_FALSE(
        timeline->counter({.window = {0, 0.1}, .counter = 0, .lines = {2}, .columns = 4}).ok());
    EXPECT_FALSE(
        timeline->counter({.window = {0, 0.1}, .counter = 0, .lines = {}, .columns = 0}).ok());
  }
}

}  // namespace
}  // namespace tarry::timeline::test
