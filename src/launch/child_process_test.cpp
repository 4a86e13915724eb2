// SPDX-License-Identifier: BSD-3-Clause
#include "launch/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace tarry::launch {
namespace {

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(ChildProcess, StatusIsThatOfAShell) {
  EXPECT_EQ(run_child({"true"})->status, 0);
  EXPECT_EQ(run_child(shell("exit 7"))->status, 7);
  const auto killed = run_child(shell("kill -SEGV $$"));
  ASSERT_TRUE(killed.ok());
  EXPECT_EQ(killed->status, 128 + SIGSEGV);
  EXPECT_EQ(killed->killed_by, SIGSEGV);
}

TEST(ChildProcess, ProcessorTimeIsThatOfThisRunAlone) {
  const auto busy = run_child(shell("(i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done)"));
  const auto idle = run_child({"true"});
  ASSERT_TRUE(busy.ok() && idle.ok());
  EXPECT_GT(busy->processor_seconds, 0.0);
  EXPECT_LT(idle->processor_seconds, busy->processor_seconds);
}

TEST(ChildProcess, MissingProgramIsAnError) {
  const auto missing = run_child({"/no/such/program"});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().where, "/no/such/program");
}

TEST(ChildProcess, TerminationIsPassedOn) {
  const auto end = run_child(shell("sleep 60 & kill -TERM $PPID; wait"));
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->status, 128 + SIGTERM);
  EXPECT_EQ(end->asked_to_stop, SIGTERM);
  EXPECT_EQ(end->strays_ended, 1u);  // the sleeping process
}

TEST(ChildProcess, KilledLauncherLeavesNoStrays) {
  const auto end = run_child(shell("sleep 60 & kill -KILL $$"));
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->killed_by, SIGKILL);
  EXPECT_EQ(end->strays_ended, 1u);
}

TEST(ChildProcess, OrderlyLauncherMayLeaveAService) {
  const auto end = run_child(shell("sleep 1 >/dev/null 2>&1 & exit 0"));
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->strays_ended, 0u);
}

TEST(ChildProcess, WaitsForProcessesToEnd) {
  EXPECT_EQ(wait_for_processes({}, 0), 0u);
  EXPECT_EQ(wait_for_processes({getpid()}, 0), 1u);
}

}  // namespace
}  // namespace tarry::launch
