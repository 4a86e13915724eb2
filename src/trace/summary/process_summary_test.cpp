// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/process_summary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "trace/summary/made_up_trees.h"
#include "trace/summary/region_key.h"

namespace tarry::trace::summary {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::ProcessDefinitions;
using trace::eventlog::RecordKind;

constexpr auto kEnter = RecordKind::FunctionEnter;
constexpr auto kLeave = RecordKind::FunctionLeave;

// Functions are at 100, 101, ... of one module; there is one region; team 1 has threads 0 and 1.
ProcessDefinitions definitions() {
  ProcessDefinitions out;
  out.modules.push_back({0, 100, 200, "app"});
  out.regions.resize(1);
  out.regions[0].name = "parallel";
  out.teams = {{0, 1}};
  return out;
}

std::string function(std::uint64_t address) {
  return region_key(trace::eventlog::FunctionKey{"app", address});
}
std::string parallel() { return region_key(definitions().regions[0]); }
const std::string kMain = region_key(ProgramKey{});

ProcessSummary summary_of(const std::vector<LogBuilder>& logs, const TreeLimits& limits = {9, 99}) {
  std::vector<LoadedTree> trees;
  for (const LogBuilder& log : logs) trees.push_back(tree_of(log, limits));
  return summarise_process(trees, definitions());
}

// Returns the number of a call path; kNoPath if there is none.
std::uint32_t path_of(const ProcessSummary& summary, const std::vector<std::string>& keys) {
  std::uint32_t at = kNoPath;
  for (const std::string& key : keys) {
    const auto& paths = summary.tree.paths;
    const auto found = std::find_if(paths.begin(), paths.end(), [&](const Path& path) {
      return path.parent == at && summary.tree.keys[path.key] == key;
    });
    if (found == paths.end()) return kNoPath;
    at = static_cast<std::uint32_t>(found - paths.begin());
  }
  return at;
}

std::uint64_t value(const ProcessSummary& summary, const std::vector<std::string>& path,
                    std::size_t column, std::uint16_t thread = 0) {
  const std::uint32_t number = path_of(summary, path);
  EXPECT_NE(number, kNoPath);
  if (number == kNoPath) return 0;
  for (const Cell& cell : summary.cells[number])
    if (cell.thread == thread && cell.column == column) return cell.value;
  return 0;
}
std::uint64_t value(const ProcessSummary& summary, const std::vector<std::string>& path,
                    Column column, std::uint16_t thread = 0) {
  return value(summary, path, static_cast<std::size_t>(column), thread);
}

// Thread 0 forks team 1 from 10 to 25 below function 100.
LogBuilder forking() {
  LogBuilder log(0);
  log.simple(0, RecordKind::ProgramBegin)
      .simple(2, kEnter, 100)
      .simple(10, RecordKind::ThreadFork, 2)
      .simple(12, RecordKind::TeamBegin, 1)
      .simple(13, RecordKind::RegionEnter, 0)
      .simple(20, RecordKind::RegionLeave, 0)
      .simple(21, RecordKind::TeamEnd, 1)
      .simple(25, RecordKind::ThreadJoin, trace::eventlog::fork_and_team(1, 1))
      .simple(30, kLeave, 100);
  return log;
}
LogBuilder worker(std::uint64_t place) {
  LogBuilder log(1);
  log.simple(5, RecordKind::ThreadBegin, trace::eventlog::begin_of_thread(0, true))
      .simple(11, RecordKind::TeamPlace, place)
      .simple(12, RecordKind::TeamBegin, 1)
      .simple(14, RecordKind::RegionEnter, 0)
      .simple(18, RecordKind::RegionLeave, 0)
      .simple(22, RecordKind::TeamEnd, 1);
  return log;
}
// Returns the place of the fork: function 100 in the tree of thread 0.
std::uint64_t place_of_fork() {
  const LoadedTree tree = tree_of(forking());
  for (NodeNumber n = kRootNode; n < tree.cells.size(); ++n)
    if (tree.cells[n].kind == NodeKind::Function) return fork_place(0, n);
  return 0;
}

TEST(ProcessSummary, VisitsTimesAndExtremesByKeysOfFunctions) {
  LogBuilder log;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(2, kEnter, 100)
      .simple(3, kEnter, 101)
      .simple(6, kLeave, 101)
      .simple(7, kEnter, 101)
      .simple(15, kLeave, 101)
      .simple(20, kLeave, 100);
  const ProcessSummary summary = summary_of({log});
  EXPECT_EQ(summary.threads, std::vector<std::uint32_t>{0});
  EXPECT_EQ(summary.first, log.header.tick_base);
  EXPECT_EQ(summary.last, log.header.tick_base + 20);
  const std::vector<std::string> inner = {kMain, function(100), function(101)};
  EXPECT_EQ(value(summary, inner, Column::Visits), 2u);
  EXPECT_EQ(value(summary, inner, Column::Time), 11u);
  EXPECT_EQ(value(summary, inner, Column::Shortest), 3u);
  EXPECT_EQ(value(summary, inner, Column::Longest), 8u);
  EXPECT_EQ(value(summary, {kMain, function(100)}, Column::Time), 7u);
  EXPECT_EQ(value(summary, {kMain}, Column::Time), 2u);
  EXPECT_TRUE(summary.anomalies.empty());
}

TEST(ProcessSummary, FunctionsOfTheSamePathOnTwoThreadsAreOneCallPath) {
  std::vector<LogBuilder> logs;
  for (std::uint32_t thread = 0; thread < 2; ++thread) {
    logs.emplace_back(thread);
    logs.back().simple(1, kEnter, 100).simple(4 + thread, kLeave, 100);
  }
  const ProcessSummary summary = summary_of(logs);
  EXPECT_EQ(value(summary, {function(100)}, Column::Time, 0), 3u);
  EXPECT_EQ(value(summary, {function(100)}, Column::Time, 1), 4u);
}

TEST(ProcessSummary, MessagesAreInTheirColumns) {
  LogBuilder log;
  log.simple(0, kEnter, 100)
      .message(1, RecordKind::MpiSend, 1, 0, 0, 80)
      .message(2, RecordKind::MpiRecv, 1, 0, 0, 16)
      .simple(3, kLeave, 100);
  const ProcessSummary summary = summary_of({log});
  const auto count = [&](MessageCount what) {
    return value(
        summary, {function(100)},
        static_cast<std::size_t>(Column::FirstMessageCount) + static_cast<std::size_t>(what));
  };
  EXPECT_EQ(count(MessageCount::CommsSend), 1u);
  EXPECT_EQ(count(MessageCount::BytesSent), 80u);
  EXPECT_EQ(count(MessageCount::BytesRcvd), 16u);
}

TEST(ProcessSummary, AWorkerIsBelowItsForkAndElsewhereIdle) {
  const ProcessSummary summary = summary_of({forking(), worker(place_of_fork())});
  const std::vector<std::string> outer = {kMain, function(100)};
  const std::vector<std::string> region = {kMain, function(100), parallel()};
  EXPECT_EQ(value(summary, region, Column::Time, 0), 7u);
  EXPECT_EQ(value(summary, region, Column::Time, 1), 4u);
  // The rest of the 15 ticks between fork and join.
  EXPECT_EQ(value(summary, region, Column::Management, 0), 8u);
  EXPECT_EQ(value(summary, region, Column::Management, 1), 11u);
  EXPECT_EQ(value(summary, outer, Column::Idle, 1), 13u);
  EXPECT_EQ(value(summary, {kMain}, Column::Idle, 1), 2u);
  EXPECT_EQ(value(summary, outer, Column::Idle, 0), 0u);
  EXPECT_TRUE(summary.anomalies.empty());
}

TEST(ProcessSummary, AThirdThreadIsNoWorkerOfTheTeam) {
  LogBuilder other(2);
  other.simple(1, RecordKind::ThreadBegin, trace::eventlog::begin_of_thread(0, false))
      .simple(2, kEnter, 101)
      .simple(5, kLeave, 101);
  const ProcessSummary summary = summary_of({forking(), worker(place_of_fork()), other});
  for (const std::vector<Cell>& cells : summary.cells)
    for (const Cell& cell : cells)
      EXPECT_FALSE(cell.thread == 2 && cell.column == static_cast<std::uint16_t>(Column::Idle));
}

TEST(ProcessSummary, TeamsForkedNobodyKnowsWhereHaveAPlaceOfTheirOwn) {
  for (const std::uint64_t place : {fork_place(7, 5), fork_place(0, 9999), fork_place(0, 0)}) {
    const ProcessSummary summary = summary_of({forking(), worker(place)});
    EXPECT_EQ(value(summary, {region_key(NodeKind::Team), parallel()}, Column::Time, 1), 4u);
    EXPECT_EQ(summary.anomalies.counts().count("teams whose fork is not known"), 1u);
  }
}

TEST(ProcessSummary, RegionsThatWereNeverDefinedAreCounted) {
  LogBuilder log;
  log.simple(0, RecordKind::RegionEnter, 5).simple(3, RecordKind::RegionLeave, 5);
  const ProcessSummary summary = summary_of({log});
  EXPECT_EQ(value(summary, {region_key(NodeKind::Rest)}, Column::Time), 3u);
  EXPECT_FALSE(summary.anomalies.empty());
}

TEST(ProcessSummary, VisitsBeyondTheMostCallPathsAreCounted) {
  LogBuilder log;
  for (std::uint64_t i = 0; i < 50; ++i)
    log.simple(2 * i, kEnter, 100 + i).simple(2 * i + 1, kLeave, 100 + i);
  const ProcessSummary summary = summary_of({log}, {9, 20});
  EXPECT_GT(value(summary, {region_key(NodeKind::Rest)}, Column::Visits), 0u);
  EXPECT_EQ(summary.anomalies.counts().size(), 1u);
}

TEST(ProcessSummary, NoTreesNoSummary) {
  const ProcessSummary summary = summary_of({});
  EXPECT_TRUE(summary.threads.empty());
  EXPECT_TRUE(summary.tree.paths.empty());
}

TEST(ProcessSummary, AFunctionThatLeftItselfOutIsPartOfItsCaller) {
  LogBuilder log(0);
  log.simple(0, RecordKind::ProgramBegin)
      .simple(10, kEnter, 100)
      .simple(20, kEnter, 101)
      .simple(23, kEnter, 102)
      .simple(27, kLeave, 102)
      .simple(30, kLeave, 101)
      .simple(50, kEnter, 102)
      .simple(55, kLeave, 102)
      .simple(90, kLeave, 100)
      .simple(100, RecordKind::ProgramEnd);
  ProcessDefinitions known = definitions();
  known.set.short_functions[{"app", 101}] = 500;
  const ProcessSummary summary = summarise_process({tree_of(log, {9, 99})}, known);
  const std::vector<std::string> caller = {kMain, function(100)};
  EXPECT_EQ(value(summary, caller, Column::Time), 71u);
  EXPECT_EQ(value(summary, caller, Column::Visits), 1u);
  EXPECT_EQ(value(summary, caller, Column::Shortest), 80u);
  EXPECT_EQ(path_of(summary, {kMain, function(100), function(101)}), kNoPath);
  const std::vector<std::string> called = {kMain, function(100), function(102)};
  EXPECT_EQ(value(summary, called, Column::Visits), 2u);
  EXPECT_EQ(value(summary, called, Column::Time), 9u);
}

TEST(ProcessSummary, AFunctionThatLeftItselfOutStaysWhereNobodyCallsIt) {
  LogBuilder log(1);
  log.simple(0, RecordKind::ThreadBegin, 0)
      .simple(10, kEnter, 101)
      .simple(20, kLeave, 101)
      .simple(30, RecordKind::ThreadEnd);
  ProcessDefinitions known = definitions();
  known.set.short_functions[{"app", 101}] = 500;
  const ProcessSummary with = summarise_process({tree_of(log, {9, 99})}, known);
  std::uint64_t time = 0;
  for (const auto& cells : with.cells)
    for (const Cell& cell : cells)
      if (cell.column == static_cast<std::uint16_t>(Column::Time)) time += cell.value;
  const ProcessSummary without = summarise_process({tree_of(log, {9, 99})}, definitions());
  std::uint64_t expected = 0;
  for (const auto& cells : without.cells)
    for (const Cell& cell : cells)
      if (cell.column == static_cast<std::uint16_t>(Column::Time)) expected += cell.value;
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(time, expected);
}

}  // namespace
}  // namespace tarry::trace::summary
