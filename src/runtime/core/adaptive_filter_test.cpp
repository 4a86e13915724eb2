// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/adaptive_filter.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>

#include "runtime/core/process.h"
#include "runtime/core/region_filter.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kUnitBytes;
using trace::eventlog::pack_time;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;

constexpr std::uint64_t kLimit = 500;  // ns
constexpr std::uint64_t kUsual = 20;   // visits of a function in most tests

// Functions have different addresses in each test, because decisions are kept for the whole
// process.
class AdaptiveFilter : public testing::Test {
 protected:
  AdaptiveFilter() {
    process_clock.source = trace::eventlog::ClockSource::MonotonicRaw;  // a tick is 1 ns
    process.begin = read_clocks();
    while (read_clocks().ticks - process.begin.ticks < 1'000'000) {
    }
    process.settings.adaptive_ns = kLimit;
    this_thread.short_calls.until_look = 1;
    this_thread.short_calls.suspect = 0;
    this_thread.began = true;
    process.phase = Phase::Recording;
    process.pid = getpid();
    char name[] = "/tmp/adaptive-XXXXXX";
    directory = mkdtemp(name);
    trace::eventlog::LogHeader header{};
    header.window_bytes = 1 << 16;
    EXPECT_EQ(thread.log.create(directory.c_str(), header), 0);
    thread.cursor = thread.log.window_begin();
    static std::uint64_t tests = 0;
    base = 0x1000 * ++tests;
  }
  ~AdaptiveFilter() override {
    thread.log.close(directory.c_str(), thread.cursor);
    unlink((directory + "/thread-0.log").c_str());
    rmdir(directory.c_str());
    process.settings = {};
    process.phase = Phase::Inert;
    this_thread.short_calls.count = 0;
  }

  void put(RecordKind kind, std::uint64_t payload, std::uint64_t later) {
    time += later;
    *reinterpret_cast<RecordHead*>(thread.cursor) = {pack_time(time, kind), payload};
    thread.cursor += kUnitBytes;
  }
  void enter(std::uint64_t function, std::uint64_t later = 10) {
    put(RecordKind::FunctionEnter, base + function, later);
  }
  void leave(std::uint64_t function, std::uint64_t later) {
    put(RecordKind::FunctionLeave, base + function, later);
  }
  void visit(std::uint64_t function, std::uint64_t ns) {
    enter(function);
    leave(function, ns);
  }
  void visit_often(std::uint64_t function, std::uint64_t ns) {
    for (std::uint64_t i = 0; i < kUsual; ++i) visit(function, ns);
  }
  // Surveys the window often enough: after each window that shows nothing new, some are skipped.
  void survey() {
    const QuietSection quiet;
    for (int i = 0; i < 100; ++i) leave_out_short_functions(thread);
  }
  [[nodiscard]] bool is_left_out(std::uint64_t function) const {
    return decision_on(base + function) == Decision::Short;
  }

  std::string directory;
  ThreadState thread;
  std::uint64_t time = 0;
  std::uint64_t base = 0;
};

TEST_F(AdaptiveFilter, ShortFunctionsThatAreCalledOftenLeaveThemselvesOut) {
  visit_often(1, kLimit - 50);
  visit_often(2, kLimit + 50);
  for (int i = 0; i < 9; ++i) visit(3, kLimit - 50);
  survey();
  EXPECT_TRUE(is_left_out(1));
  EXPECT_FALSE(is_left_out(2));
  EXPECT_FALSE(is_left_out(3));  // too few visits: some may be short by chance
}

TEST_F(AdaptiveFilter, OnesThatAreCalledNowAndThenStay) {
  visit_often(1, 100);
  visit(2, 1'000'000);
  survey();
  EXPECT_FALSE(is_left_out(1));
}

TEST_F(AdaptiveFilter, TheMeanDecides) {
  for (std::uint64_t i = 0; i < kUsual; ++i) {
    visit(1, 2 * kLimit + 100);
    visit(1, 100);
    visit(1, 100);
  }
  survey();
  EXPECT_TRUE(is_left_out(1));
}

TEST_F(AdaptiveFilter, OneVisitThatLostItsCoreDoesNotMatter) {
  for (int i = 0; i < 100; ++i) visit(1, 100);
  visit(1, 10'000'000);
  for (int i = 0; i < 100'000 / 100; ++i) visit(1, 100);
  survey();
  EXPECT_TRUE(is_left_out(1));
}

TEST_F(AdaptiveFilter, WhatHoldsMoreThanFunctionsStaysWithAllAroundIt) {
  enter(1);
  enter(2);
  visit_often(3, 5);
  put(RecordKind::RegionEnter, 7, 10);
  put(RecordKind::RegionLeave, 7, 10);
  leave(2, 10);
  leave(1, 10);
  survey();
  EXPECT_FALSE(is_left_out(1));
  EXPECT_FALSE(is_left_out(2));
  EXPECT_TRUE(is_left_out(3));
}

TEST_F(AdaptiveFilter, CallersOfShortFunctionsMayGoWithThem) {
  for (std::uint64_t i = 0; i < kUsual; ++i) {
    enter(1);
    visit(2, 20);
    visit(2, 20);
    leave(1, 20);
  }
  survey();
  EXPECT_TRUE(is_left_out(1));
  EXPECT_TRUE(is_left_out(2));
}

TEST_F(AdaptiveFilter, WhatLastsBeyondTheWindowCountsWithItsPartInside) {
  put(RecordKind::FunctionLeave, base + 1, 10);  // belongs to a visit that began in another window
  visit_often(1, 10);
  leave(2, 20 * kLimit);  // this visit began there, too
  visit_often(3, 10);
  enter(3, 10);
  leave(3, 10);
  enter(4, 10);  // ends in another window
  visit_often(5, kLimit);
  enter(5, 10);  // this visit ends there, too
  survey();
  EXPECT_TRUE(is_left_out(1));
  EXPECT_FALSE(is_left_out(2));
  EXPECT_TRUE(is_left_out(3));
  EXPECT_FALSE(is_left_out(4));
  EXPECT_TRUE(is_left_out(5));
}

TEST_F(AdaptiveFilter, AFlushBetweenWindowsIsNothingThatAFunctionHolds) {
  put(RecordKind::BufferFlush, 10, 10);
  leave(1, 10);
  visit_often(1, 10);
  survey();
  EXPECT_TRUE(is_left_out(1));
}

TEST_F(AdaptiveFilter, WhatWasOpenBeforeTheWindowMayHoldMore) {
  put(RecordKind::RegionEnter, 7, 10);
  put(RecordKind::RegionLeave, 7, 10);
  leave(1, 10);
  visit_often(1, 10);
  survey();
  EXPECT_FALSE(is_left_out(1));
}

TEST_F(AdaptiveFilter, WhatAJumpHasLeftStays) {
  visit_often(1, 10);
  enter(1);
  enter(2);
  leave(3, 10);
  visit_often(3, 10);
  survey();
  EXPECT_FALSE(is_left_out(1));
  EXPECT_FALSE(is_left_out(2));
  EXPECT_FALSE(is_left_out(3));
}

// Calls the hooks of a function that runs for `ns`.
void call_short(std::uint64_t address, std::uint64_t ns) {
  enter_short_function(address);
  const std::uint64_t begin = now().ticks;
  while (now().ticks - begin < ns) {
  }
  leave_short_function(address);
}

TEST_F(AdaptiveFilter, AFunctionThatTakesLongLaterComesBack) {
  visit_often(1, 10);
  survey();
  ASSERT_TRUE(is_left_out(1));
  for (int i = 0; i < 500; ++i) call_short(base + 2, 0);
  for (int i = 0; i < 10; ++i) call_short(base + 1, 0);
  EXPECT_TRUE(is_left_out(1));
  for (int i = 0; i < 80; ++i) call_short(base + 1, 10 * kLimit);
  EXPECT_FALSE(is_left_out(1));
  survey();
  EXPECT_FALSE(is_left_out(1));  // the decision is final
}

TEST_F(AdaptiveFilter, OneLongVisitBringsNothingBack) {
  visit_often(1, 10);
  survey();
  this_thread.short_calls.until_look = 1;
  call_short(base + 1, 10 * kLimit);
  for (int i = 0; i < 200; ++i) call_short(base + 1, 0);
  EXPECT_TRUE(is_left_out(1));
}

TEST_F(AdaptiveFilter, CallsCountWhileTheThreadRecords) {
  for (int i = 0; i < 5; ++i) call_short(base + 1, 0);
  EXPECT_EQ(this_thread.short_calls.count.load(), 0u);
  this_thread.limit = 1;
  for (int i = 0; i < 5; ++i) call_short(base + 1, 0);
  this_thread.limit = 0;
  EXPECT_EQ(this_thread.short_calls.count.load(), 5u);
}

TEST_F(AdaptiveFilter, NoneIfItIsOff) {
  process.settings.adaptive_ns = 0;
  visit_often(1, 10);
  survey();
  EXPECT_FALSE(is_left_out(1));
}

TEST_F(AdaptiveFilter, NoneInACompressedTrace) {
  process.settings.compressed = true;
  visit_often(1, 10);
  survey();
  EXPECT_FALSE(is_left_out(1));
}

}  // namespace
}  // namespace tarry::runtime::core
