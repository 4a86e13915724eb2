// SPDX-License-Identifier: BSD-3-Clause
// How near the times of streaks are to those of their calls.
#include <gtest/gtest.h>

#include <random>
#include <tuple>
#include <utility>

#include "runtime/core/polls_fixture.h"

namespace tarry::runtime::core {
namespace {

// Runs a loop of calls whose times are known, as the wrapper of a call does, and compares the ticks
// that the streaks have with those of the calls. Few calls or few pauses between them are long.
class KnownTimes : public Polls {
 protected:
  struct Loop {
    std::uint64_t call, pause;            // ticks
    std::uint64_t long_call, long_pause;  // ticks, of one of `kLongEvery` calls
    std::uint32_t functions;              // called in turn: 1 or 2
  };
  struct Sums {
    double calls = 0;
    double estimated = 0;
    double all = 0;
    int measured = 0;
  };
  static constexpr int kCalls = 400'000;
  static constexpr std::uint32_t kLongEvery = 1500;

  Sums run(const Loop& loop) {
    std::minstd_rand random;
    found = {};
    found.calls = 10;
    at = 1010;
    for (int i = 0; i < kCalls; ++i) {
      const bool is_long = random() % kLongEvery == 0;
      const std::uint64_t begin =
          at + (is_long && loop.long_pause != 0 ? loop.long_pause : loop.pause);
      const std::uint64_t end =
          begin + (is_long && loop.long_call != 0 ? loop.long_call : loop.call);
      found.calls += static_cast<double>(end - begin);
      at = begin;
      make(static_cast<std::uint32_t>(i) % loop.functions, {begin}, {end});
      at = end;
    }
    empty_log();
    found.all = static_cast<double>(at - 1000);
    return found;
  }
  // Besides what the bound allows, shorter steps are not noticed until the next reading.
  static void expect_within_the_bound(const Sums& sums) {
    const double allowed = sums.all / (1u << kUnexplainedShift) + kUnexplainedAtFirst;
    EXPECT_NEAR(sums.estimated, sums.calls, allowed);
  }

 private:
  void make(std::uint32_t function, EventTime begin, EventTime end) {
    PollStreak* const streak = streak_of(function);
    const bool is_measured = streak != nullptr && streak->until_measured == 0;
    found.measured += is_measured ? 1 : 0;
    if (streak == nullptr || !(is_measured ? add_measured(thread, *streak, begin, end)
                                           : add_unmeasured(thread, *streak)))
      record(function, begin, end);
  }
  PollStreak* streak_of(std::uint32_t function) {
    if (thread.polls.call == function) return &thread.polls;
    return are_in_turn(thread) && thread.other_polls.call == function ? &thread.other_polls
                                                                      : nullptr;
  }
  // The first record of the other function behind a streak goes on in turn with it.
  void record(std::uint32_t function, EventTime begin, EventTime end) {
    const bool is_in_turn = thread.polls.call != function && !are_in_turn(thread) &&
                            end.ticks - thread.polls.begin <= kLongestStreak;
    if (!is_in_turn) empty_log();
    if (thread.polls.call != function) std::swap(thread.polls, thread.other_polls);
    const std::uint64_t end_of_other = thread.cursor;
    put(begin.ticks, RecordKind::RegionEnter);
    put(end.ticks, RecordKind::RegionLeave);
    begin_streak(thread, begin, end, thread.polls.call == function);
    thread.polls.call = function;
    if (is_in_turn) begin_turns(thread, end_of_other);
  }
  void empty_log() {
    end_streak(thread, {at});
    const RecordHead* const behind = heads_before(thread.cursor);
    for (const RecordHead* head = log; head != behind; head += 2)
      found.estimated += static_cast<double>(trace::eventlog::unpack_ticks(head[1].time_and_kind) -
                                             trace::eventlog::unpack_ticks(head[0].time_and_kind));
    thread.cursor = reinterpret_cast<std::uint64_t>(log);
  }

  Sums found;
  std::uint64_t at = 0;
};

class KnownEvenTimes : public KnownTimes, public testing::WithParamInterface<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Functions, KnownEvenTimes, testing::Values(1, 2));

TEST_P(KnownEvenTimes, AreMet) {
  const Sums sums = run({20, 15, 0, 0, GetParam()});
  EXPECT_NEAR(sums.estimated / sums.calls, 1, 0.001);
  EXPECT_LT(sums.measured, kCalls / 100);
}

class KnownLongTimes
    : public KnownTimes,
      public testing::WithParamInterface<std::tuple<std::uint64_t, std::uint32_t>> {};

INSTANTIATE_TEST_SUITE_P(TicksAndFunctions, KnownLongTimes,
                         testing::Combine(testing::Values(20'000, 60'000, 200'000),
                                          testing::Values(1, 2)));

TEST_P(KnownLongTimes, OfSomeCallsAreWithinTheBound) {
  const auto& [ticks, functions] = GetParam();
  const Sums sums = run({20, 15, ticks, 0, functions});
  expect_within_the_bound(sums);
  EXPECT_GT(sums.measured, kCalls / 4) << "nothing would be left to the bound";
}

TEST_P(KnownLongTimes, OfSomePausesAreWithinTheBound) {
  const auto& [ticks, functions] = GetParam();
  const Sums sums = run({20, 15, 0, ticks, functions});
  expect_within_the_bound(sums);
  EXPECT_GT(sums.measured, kCalls / 4) << "nothing would be left to the bound";
}

}  // namespace
}  // namespace tarry::runtime::core
