// SPDX-License-Identifier: BSD-3-Clause
// Tests the runtime when something fails: the program and the recorded data survive, and a message
// says what happened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "measured_run.h"

namespace tarry::tests {
namespace {

using trace::eventlog::RecordKind;

TEST(Endings, KilledProcessLeavesReadableLog) {
  const Measured run = run_measured("rt_loop 10000 kill", {.settings = {"TARRY_BUFFER=64K"}});
  EXPECT_EQ(run.status, 137);
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  log.expect_sound(1);
  EXPECT_EQ(log.count(RecordKind::FunctionEnter), 10001u);
  EXPECT_EQ(log.count(RecordKind::FunctionLeave), 10000u);
  EXPECT_EQ(log.header.complete, 0u);
}

TEST(Endings, KilledProcessNamesWhatItLoadedMeanwhile) {
  const std::string plugin = TARRY_TEST_PROGRAMS "/rt_plugin.so";
  const Measured run =
      run_measured("rt_dlopen " + plugin + " 5000", {.settings = {"TARRY_BUFFER=64K"}});
  EXPECT_EQ(run.status, 137);
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).count(RecordKind::FunctionEnter), 5002u);
  EXPECT_THAT(run.processes[0].lines_of("module"),
              testing::Contains(testing::EndsWith("\t" + plugin)));
}

// All 20000 events are either in the log or counted, and the recorded ones are the first.
void expect_truncated(const Measured& run, const std::string& note) {
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "done 20000\n");
  EXPECT_EQ(run.err, "");
  ASSERT_EQ(run.processes.size(), 1u);
  const Log& log = run.processes[0].logs.at(0);
  const std::size_t kept =
      log.count(RecordKind::FunctionEnter) + log.count(RecordKind::FunctionLeave);
  EXPECT_EQ(log.header.truncated, 1u);
  EXPECT_EQ(log.header.complete, 1u);
  EXPECT_EQ(kept + log.header.dropped, 2u * 20001);
  EXPECT_GT(log.header.dropped, 0u);
  EXPECT_EQ(log.count(RecordKind::ProgramEnd), 0u);
  EXPECT_THAT(run.processes[0].lines_of("note"), testing::ElementsAre(testing::HasSubstr(note)));
}

TEST(Endings, MaxTraceStopsCleanly) {
  const Measured run =
      run_measured("rt_loop 20000", {.settings = {"TARRY_BUFFER=64K", "TARRY_MAX_TRACE=256K"}});
  expect_truncated(run, "limit of 256.0 KiB per process");
  EXPECT_EQ(run.processes.at(0).logs.at(0).header.windows, 3u);
}

TEST(Endings, MaxTraceSmallerThanBuffer) {
  const Measured run = run_measured("rt_loop 20000", {.settings = {"TARRY_MAX_TRACE=256K"}});
  expect_truncated(run, "limit of 256.0 KiB per process");
  const auto& header = run.processes.at(0).logs.at(0).header;
  EXPECT_LE(header.windows * header.window_bytes, 256u << 10);
}

TEST(Endings, FileSizeLimitStopsCleanly) {
  // Writing on would lead to SIGXFSZ. The limit is in units of 1 KiB or 512 bytes, depending on the
  // shell.
  expect_truncated(run_measured("rt_loop 20000", {.settings = {"TARRY_BUFFER=64K"},
                                                  .shell_before = "ulimit -f 400;"}),
                   "File too large");
}

TEST(Endings, FullDiskStopsCleanly) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount a small file system";
  const std::filesystem::path disk = test_folder() / "disk";
  std::filesystem::create_directories(disk);
  if (mount("tarry-test", disk.c_str(), "tmpfs", 0, "size=300k") != 0)
    GTEST_SKIP() << "cannot mount a small file system: " << std::strerror(errno);
  const Measured run =
      run_measured("rt_loop 20000", {.settings = {"TARRY_BUFFER=64K"}, .experiment = disk});
  umount2(disk.c_str(), MNT_DETACH);
  expect_truncated(run, "No space left on device");
}

TEST(Endings, MissingExperimentDirectoryIsNoTrouble) {
  const Measured run = run_measured("rt_calls", {.experiment = "/nonexistent/experiment"});
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.out, "122 errno 42\n");
  EXPECT_EQ(run.err, "");
}

TEST(Endings, WrongSettingIsNoted) {
  const Measured run = run_measured("rt_calls", {.settings = {"TARRY_BUFFER=much"}});
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_THAT(run.processes[0].lines_of("note"),
              testing::ElementsAre(testing::HasSubstr("TARRY_BUFFER")));
}

TEST(Endings, ChildrenAreNotMeasured) {
  const Measured run = run_measured("rt_children");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "LD_PRELOAD=unset\n");
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_EQ(run.processes[0].logs.at(0).shape(), "begin (()()) end 0");
}

TEST(Endings, ProgramGetsItsOwnPreloadBack) {
  const Measured run = run_measured("rt_children", {.preload_of_user = "libm.so.6"});
  EXPECT_EQ(run.out, "LD_PRELOAD=libm.so.6\n");
  EXPECT_EQ(run.processes.size(), 1u);
}

TEST(Endings, ShellInFrontLeavesNothing) {
  const Measured run = run_measured("rt_calls; exit 5", {.shell = "sh -c"});
  EXPECT_EQ(run.status, 5);
  ASSERT_EQ(run.processes.size(), 1u);
  EXPECT_THAT(run.processes[0].lines_of("program"),
              testing::ElementsAre(TARRY_TEST_PROGRAMS "/rt_calls"));
}

}  // namespace
}  // namespace tarry::tests
