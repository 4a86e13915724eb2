// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/process_definitions.h"

#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::string_view kText =
    "tarry-definitions\t3\n"
    "program\t/home/me/a.out\n"
    "module\t400000\t401000\t409000\t/home/me/a.out\n"
    "module\t7f0000000000\t7f0000000000\t7f0000010000\t/lib/x.so\n"
    "thread\t0\tMaster thread\n"
    "region\t0\t28\t4\t0\t\tMPI_Send\n"
    "region\t1\t4\t1\t12\ta.c\tmy\\tregion\n"
    "process\t3\t8\t4711\tnode7\n"
    "comm\t0\t00000000000000000000000000000000\tworld\t3\t8\t-\t-\tMPI_COMM_WORLD\n"
    "comm\t2\t000000000000000a000000000000000b\tintra\t0\t2\t3,5\t-\t\n"
    "comm\t3\t000000000000000a000000000000000c\tinter\t0\t2\t-\t-\t\t3\t1\n"
    "comm-name\t2\trow\n"
    "comm-grid\t2\t2p,1\n"
    "comm-neighbors\t2\t1\n"
    "datatype\t1\tderived, 80 bytes\n"
    "mpi-library\tMPI 3\n"
    "statistic\t0\tpage faults\tfaults\n"
    "unrecorded\n"
    "unselected\n"
    "sessions\n"
    "clock\t900\t-5\t3\n"
    "clock\t100\t-7\t4\n"
    "note\tsomething\\nhappened\n";

TEST(ProcessDefinitions, TellObjectsApartThatFollowEachOther) {
  constexpr std::uint64_t kSecond = std::uint64_t{1} << 48;
  const std::vector<Module> modules = {
      {0x1000, 0x1000, 0x3000, "first"},
      {kSecond | 0x2000, kSecond | 0x2000, kSecond | 0x4000, "second"}};
  EXPECT_EQ(function_key(modules, 0x2100), (FunctionKey{"first", 0x1100}));
  EXPECT_EQ(function_key(modules, kSecond | 0x2100), (FunctionKey{"second", 0x100}));
  EXPECT_EQ(function_key(modules, kSecond | 0x1100), FunctionKey{});
  // A function hook's address has no such bit.
  EXPECT_EQ(function_key(modules, 0x3100), (FunctionKey{"second", 0x1100}));
}

// A killed process leaves zeros behind the last line.
TEST(ProcessDefinitions, StopsAtZeros) {
  const std::string text = std::string(kText) + std::string(5, '\0') + "rubbish\n";
  const auto read = parse_process_definitions(text, "node7-4711");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->anomalies.empty());
  EXPECT_EQ(read->notes.size(), 1u);
}

TEST(ProcessDefinitions, ReadsEveryLine) {
  const auto read = parse_process_definitions(kText, "node7-4711");
  ASSERT_TRUE(read.ok());
  const ProcessDefinitions& p = *read;
  EXPECT_TRUE(p.anomalies.empty());
  EXPECT_TRUE(p.has_process);
  EXPECT_EQ(p.process, (ProcessDefinition{3, 4711, "node7", "node7-4711"}));
  EXPECT_EQ(p.set.size, 8u);
  EXPECT_EQ(p.set.first_program(), "/home/me/a.out");
  EXPECT_EQ(p.mpi_library, "MPI 3");
  EXPECT_EQ(p.datatypes, (std::vector<std::string>{"", "derived, 80 bytes"}));
  ASSERT_EQ(p.regions.size(), 2u);
  EXPECT_EQ(p.regions[0].name, "MPI_Send");
  EXPECT_EQ(p.regions[0].role, model::RegionRole::PointToPoint);
  EXPECT_EQ(p.regions[1].name, "my\tregion");
  EXPECT_EQ(p.regions[1].line, 12u);
  ASSERT_EQ(p.communicators.size(), 4u);
  EXPECT_FALSE(p.communicators[1].known);
  EXPECT_EQ(p.communicators[2].key, (CommKey{10, 11}));
  EXPECT_EQ(p.communicators[0].rank, 3u);
  EXPECT_EQ(p.communicators[3].remote_size, 3u);
  EXPECT_EQ(p.communicators[3].group, 1u);
  EXPECT_TRUE(p.has_unrecorded);
  EXPECT_TRUE(p.has_unselected);
  EXPECT_TRUE(p.has_ended_sessions);
  EXPECT_EQ(p.set.communicators.at({10, 11}),
            (CommDefinition{"intra", "row", "3,5", "", "2p,1", {{0, "1"}}}));
  EXPECT_EQ(p.set.communicators.at({0, 0}).members, "");
  ASSERT_EQ(p.clock_offsets.size(), 2u);
  EXPECT_EQ(p.clock_offsets[0].ticks, 100u);
  EXPECT_EQ(p.clock_offsets[0].offset, -7);
  EXPECT_EQ(p.clock_offsets[0].error, 4u);
  EXPECT_EQ(p.notes, std::vector<std::string>{"something\nhappened"});
  ASSERT_EQ(p.threads.size(), 1u);
  EXPECT_EQ(p.threads[0].name, "Master thread");
  ASSERT_EQ(p.statistics.size(), 1u);
  EXPECT_EQ(p.statistics[0].name, "page faults");
  EXPECT_EQ(p.statistics[0].unit, "faults");
}

TEST(ProcessDefinitions, SenselessLinesAreCountedNotFatal) {
  std::string text(kText);
  text +=
      "region\tx\n"
      "comm\t99999999\n"
      "comm-grid\t1\t2\n"
      "comm-neighbors\t1\t2\n"
      "brand-new\t1\t2\t3\n"
      "clock\t1\n"
      "statistic\t5\ta\tb\n"
      "\n"
      "proce";
  const auto read = parse_process_definitions(text, "d");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->anomalies.counts().at("lines of a definitions log that make no sense"), 8u);
  EXPECT_EQ(read->anomalies.counts().at("definitions cut off while they were written"), 1u);
  EXPECT_FALSE(parse_process_definitions("tarry-definitions\t4\n", "d").ok());
  EXPECT_FALSE(parse_process_definitions("", "d").ok());
}

TEST(ProcessDefinitions, FunctionsOfAllLogsGetKeys) {
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  LogBuilder(0)
      .simple(1, RecordKind::FunctionEnter, 0x401230)
      .simple(2, RecordKind::FunctionEnter, 0x7f0000000040)
      .simple(3, RecordKind::FunctionLeave, 0x401230)
      .write(directory.path() / "thread-0.log");
  LogBuilder(1)
      .simple(1, RecordKind::FunctionEnter, 0x401230)
      .simple(2, RecordKind::FunctionEnter, 0x50)
      .simple(2, RecordKind::FunctionEnter, 0x60)
      .write(directory.path() / "thread-1.log");
  auto read = parse_process_definitions(kText, "d");
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(collect_functions(directory.path(), *read).ok());
  ASSERT_EQ(read->set.functions.size(), 3u);
  EXPECT_TRUE(read->set.functions.contains({"/home/me/a.out", 0x1230}));
  EXPECT_TRUE(read->set.functions.contains({"/lib/x.so", 0x40}));
  EXPECT_TRUE(read->set.functions.contains({"", 0}));
}

// Modules come behind the line. Only code of the program has debug information here.
TEST(ProcessDefinitions, CalledFunctionsHaveTheirCallSiteWhereItMayTellSomething) {
  const std::string text =
      "tarry-definitions\t3\n"
      "called-function\t1\t401230\t4011ff\n"
      "called-function\t3\t7f0000000040\t401250\n"
      "called-function\t4\t401230\t7f0000000060\n"
      "called-function\t5\t401230\n" +
      std::string(kText.substr(kText.find('\n') + 1));
  const auto read = parse_process_definitions(
      text, "d", [](const std::string& module) { return module == "/home/me/a.out"; });
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->anomalies.counts().at("lines of a definitions log that make no sense"), 1u);
  const auto key_of = [&](std::uint32_t number) {
    return function_key(*read, called_function(number));
  };
  EXPECT_EQ(key_of(1), (FunctionKey{"/home/me/a.out", 0x1230, "/home/me/a.out", 0x11ff, true}));
  EXPECT_EQ(key_of(3), (FunctionKey{"/lib/x.so", 0x40, "/home/me/a.out", 0x1250, true}));
  EXPECT_EQ(key_of(4), (FunctionKey{"/home/me/a.out", 0x1230, "", 0, true}));
  EXPECT_EQ(key_of(0), FunctionKey{});
  EXPECT_EQ(key_of(6), FunctionKey{});
  EXPECT_EQ(function_key(*read, 0x401230), (FunctionKey{"/home/me/a.out", 0x1230}));
}

}  // namespace
}  // namespace tarry::trace::eventlog
