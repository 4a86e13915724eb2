// SPDX-License-Identifier: BSD-3-Clause
// The recording must show what the program did, whatever threads, signals and full windows do to
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "measured_run.h"

namespace tarry::tests {
namespace {

using trace::eventlog::RecordKind;

TEST(Events, NestedAndRecursiveCalls) {
  const Measured bare = run_bare("rt_calls");
  const Measured run = run_measured("rt_calls");
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.out, "122 errno 42\n");
  EXPECT_EQ(run.out, bare.out);
  EXPECT_EQ(run.err, "");
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  EXPECT_EQ(log.shape(),
            "begin ("
            "("
            "((((()))))"
            "(())"
            ")"
            ") end 3");
  log.expect_sound();
  EXPECT_EQ(log.header.complete, 1u);
  EXPECT_EQ(log.header.truncated, 0u);
  EXPECT_EQ(log.header.dropped, 0u);
  EXPECT_GT(log.header.latest.ticks, log.header.begin.ticks);
  EXPECT_EQ(log.events.front().ticks, log.header.begin.ticks);
}

TEST(Events, DefinitionsNameProgramAndModules) {
  const Measured run = run_measured("rt_calls");
  ASSERT_EQ(run.processes.size(), 1u);
  const Process& process = run.processes[0];
  ASSERT_FALSE(process.definitions.empty());
  EXPECT_EQ(process.definitions[0], "tarry-definitions\t3");
  EXPECT_THAT(process.lines_of("program"), testing::ElementsAre(TARRY_TEST_PROGRAMS "/rt_calls"));
  EXPECT_THAT(process.lines_of("process"), testing::ElementsAre(testing::StartsWith("0\t1\t")));
  EXPECT_THAT(process.lines_of("thread"), testing::ElementsAre("0\tmain thread"));
  EXPECT_THAT(process.lines_of("module"),
              testing::Contains(testing::EndsWith("\t" TARRY_TEST_PROGRAMS "/rt_calls")));
  EXPECT_THAT(process.lines_of("module"), testing::Contains(testing::HasSubstr("libc.so")));
}

TEST(Events, WindowsFillUpWithoutLoss) {
  const Measured run = run_measured("rt_loop 20000", {.settings = {"TARRY_BUFFER=64K"}});
  EXPECT_EQ(run.out, "done 20000\n");
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  log.expect_sound();
  EXPECT_EQ(log.count(RecordKind::FunctionEnter), 20001u);
  // A window has 4096 units; every window but the first begins with a flush.
  EXPECT_EQ(log.header.window_bytes, 65536u);
  EXPECT_EQ(log.header.windows, 10u);
  EXPECT_EQ(log.count(RecordKind::BufferFlush), 9u);
  for (const Event& event : log.events) {
    if (event.kind != RecordKind::BufferFlush) continue;
    EXPECT_GE(event.payload + log.header.tick_base, event.ticks);
  }
}

TEST(Events, EveryThreadHasItsLog) {
  const Measured run =
      run_measured("rt_threads 4 10000", {.settings = {"TARRY_BUFFER=64K", "TARRY_PTHREAD=off"}});
  EXPECT_EQ(run.status, 0);
  ASSERT_EQ(run.processes.size(), 1u);
  const Process& process = run.processes[0];
  ASSERT_EQ(process.logs.size(), 5u);
  EXPECT_EQ(process.lines_of("thread").size(), 5u);
  EXPECT_EQ(process.logs.at(0).shape(), "begin () end 0");
  for (unsigned thread = 1; thread <= 4; ++thread) {
    const Log& log = process.logs.at(thread);
    log.expect_sound();
    EXPECT_EQ(log.events.front().kind, RecordKind::ThreadBegin);
    EXPECT_EQ(log.events.back().kind, RecordKind::ThreadEnd);
    EXPECT_EQ(log.count(RecordKind::FunctionEnter), 10001u);
    EXPECT_EQ(log.header.complete, 1u);
    EXPECT_EQ(log.header.tick_base, process.logs.at(0).header.tick_base);
  }
}

TEST(Events, ManyThreadsShareTheLimit) {
  // The buffers alone would need four times as much.
  const Measured run =
      run_measured("rt_threads 60 10",
                   {.settings = {"TARRY_BUFFER=1M", "TARRY_MAX_TRACE=16M", "TARRY_PTHREAD=off"}});
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_THAT(run.processes[0].lines_of("note"), testing::IsEmpty());
  ASSERT_EQ(run.processes[0].logs.size(), 61u);
  for (const auto& [thread, log] : run.processes[0].logs)
    EXPECT_EQ(log.count(RecordKind::FunctionEnter), thread == 0 ? 1u : 11u);
}

// Threads that the program creates one after another use the same log.
TEST(Events, ThreadsFollowEachOtherInALog) {
  const Measured run = run_measured("rt_threads 60 10", {.settings = {"TARRY_BUFFER=64K"}});
  ASSERT_EQ(run.processes.size(), 1u);
  const auto& logs = run.processes[0].logs;
  EXPECT_EQ(run.processes[0].lines_of("thread").size(), logs.size());
  std::size_t begins = 0;
  for (const auto& [number, log] : logs) {
    log.expect_sound();
    if (number == 0) continue;
    bool lives = false;
    for (const Event& event : log.events) {
      begins += event.kind == RecordKind::ThreadBegin;
      EXPECT_EQ(lives, event.kind != RecordKind::ThreadBegin);
      lives = event.kind != RecordKind::ThreadEnd;
    }
    EXPECT_EQ(log.count(RecordKind::FunctionEnter), 11 * log.count(RecordKind::ThreadBegin));
    EXPECT_EQ(log.count(RecordKind::ThreadEnd), log.count(RecordKind::ThreadBegin));
    EXPECT_EQ(log.header.complete, 1u);
  }
  EXPECT_EQ(begins, 60u);
}

TEST(Events, SignalHandlersInterruptRecording) {
  for (const char* buffer : {"TARRY_BUFFER=64K", "TARRY_BUFFER=16M"}) {
    const Measured run = run_measured("rt_signals 2000000", {.settings = {buffer}});
    long steps = 0;
    long signals = 0;
    ASSERT_EQ(std::sscanf(run.out.c_str(), "%ld %ld", &steps, &signals), 2) << run.out;
    ASSERT_EQ(run.processes.size(), 1u);
    const Log& log = run.processes[0].logs.at(0);
    log.expect_sound();
    const std::size_t calls = static_cast<std::size_t>(1 + steps + 3 * signals);
    EXPECT_EQ(log.count(RecordKind::FunctionEnter), calls);
    EXPECT_EQ(log.count(RecordKind::FunctionLeave), calls);
    EXPECT_EQ(log.header.dropped, 0u);
  }
}

TEST(Events, MonotonicClock) {
  const Measured run = run_measured("rt_loop 1000", {.settings = {"TARRY_CLOCK=monotonic"}});
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  log.expect_sound();
  EXPECT_EQ(log.header.clock, trace::eventlog::ClockSource::MonotonicRaw);
  EXPECT_EQ(log.count(RecordKind::FunctionEnter), 1001u);
}

TEST(Events, RegionsAndPause) {
  const Measured run = run_measured("rt_regions");
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).shape(), "begin [0] off  on [0] end 0");
  EXPECT_THAT(run.processes[0].lines_of("region"),
              testing::ElementsAre(testing::AllOf(testing::StartsWith("0\t4\t1\t8\t"),
                                                  testing::EndsWith("rt_regions.c\ta region"))));
  EXPECT_EQ(run_bare("rt_regions").status, 0);
}

TEST(Events, ThreadBeginsWhilePaused) {
  const Measured run = run_measured("rt_paused_thread");
  ASSERT_EQ(run.processes.size(), 1u);
  const auto& logs = run.processes[0].logs;
  ASSERT_EQ(logs.size(), 2u);
  EXPECT_EQ(logs.at(0).shape(), "begin [0 off  on [2?]] end 0");  // joins a log
  EXPECT_EQ(logs.at(1).shape(), "? off  on [38]?");
  for (const auto& [thread, log] : logs) log.expect_sound();
}

TEST(Events, OffInOneFunctionOnInAnother) {
  const Measured run = run_measured("rt_pause_paths");
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  // main(initialize(work() stop( off )) on solve(start() work()) work())
  EXPECT_EQ(log.shape(), "begin ((()( off )) on (()())()) end 0");
  log.expect_sound();
}

TEST(Events, OnDeepInsideOfWhatIsNotKnown) {
  const Measured run = run_measured("rt_pause_paths 100");
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  const auto on = std::find_if(log.events.begin(), log.events.end(), [](const Event& event) {
    return event.kind == RecordKind::MeasurementOn;
  });
  ASSERT_NE(on, log.events.end());
  // descend() a hundred times and start(): the last 64 are known.
  EXPECT_EQ(on->payload, 101u - 64u);
  EXPECT_EQ(log.shape(),
            "begin ((()( off )) on " + std::string(64, '(') + std::string(101, ')') + "()) end 0");
}

TEST(Events, StartPausedInADeepFunction) {
  const Measured run = run_measured("rt_pause_paths", {.settings = {"TARRY_PAUSE=on"}});
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).shape(), "begin  off  on ((()())()) end 0");
}

TEST(Events, StartPaused) {
  const Measured run = run_measured("rt_regions", {.settings = {"TARRY_PAUSE=on"}});
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).shape(), "begin  off  on [0] end 0");
}

TEST(Events, FortranModule) {
  if (!std::filesystem::exists(TARRY_TEST_PROGRAMS "/rt_fortran")) GTEST_SKIP() << "no gfortran";
  const Measured run = run_measured("rt_fortran");
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).shape(), "begin [0] off  on  end 0");
  EXPECT_THAT(run.processes[0].lines_of("region"), testing::ElementsAre("0\t4\t1\t0\t\tsolve"));
  EXPECT_EQ(run_bare("rt_fortran").status, 0);
}

}  // namespace
}  // namespace tarry::tests
