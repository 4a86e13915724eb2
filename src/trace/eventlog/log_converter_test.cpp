// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_converter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

using model::RegionId;
using model::Ticks;
using testing::ElementsAre;

// Represents every event as one word.
class Notes : public model::EventHandler, public model::OperandsHandler {
 public:
  std::vector<std::string> events;
  void enter(Ticks t, RegionId r) override { note(t, "enter", r.value); }
  void leave(Ticks t, RegionId r) override { note(t, "leave", r.value); }
  void joined_calls(Ticks t, std::uint64_t more) override { note(t, "more", more); }
  void program_begin(Ticks t, RegionId) override { note(t, "program", 1); }
  void program_end(Ticks t, RegionId) override { note(t, "program", 0); }
  void call_site(Ticks t, RegionId r) override { note(t, "from", r.value); }
  void mpi_arguments(Ticks t, const model::MpiArguments& a) override {
    note(t, "asks", a.comm.value, a.posted_peer, a.posted_tag, a.count, a.datatype);
  }
  void mpi_operands(Ticks t, const model::MpiOperands& o) override {
    note(t, "told", static_cast<int>(o.shape), o.object, o.comm.value, o.target, o.at, o.size,
         o.unit, o.bytes, o.received, o.count, o.datatype, o.mode, o.reduction, o.name,
         o.request.value);
  }
  void mpi_isend(Ticks t, const model::MessageRecord& m) override {
    note(t, "isend", m.peer.value, m.comm.value, m.tag, m.bytes, m.request.value);
  }
  void mpi_recv(Ticks t, const model::MessageRecord& m) override {
    note(t, m.request.valid() ? "irecv" : "recv", m.peer.value, m.comm.value, m.tag, m.bytes);
  }
  void mpi_isend_complete(Ticks t, model::RequestId r) override { note(t, "complete", r.value); }
  void collective_begin(Ticks t) override { note(t, "begin"); }
  void collective_end(Ticks t, const model::CollectiveRecord& c) override {
    note(t, "end", static_cast<int>(c.op), c.comm.value, c.root.value, c.bytes_sent,
         c.bytes_received);
  }
  void rma_window_created(Ticks t, model::WindowId w) override { note(t, "window", w.value, 1); }
  void rma_window_destroyed(Ticks t, model::WindowId w) override { note(t, "window", w.value, 0); }
  void rma_collective_begin(Ticks t) override { note(t, "rma-begin"); }
  void rma_collective_end(Ticks t, const model::RmaCollectiveRecord& c) override {
    note(t, "rma-end", static_cast<int>(c.op), c.window.value);
  }
  void rma_group_sync(Ticks t, const model::RmaGroupSync& s) override {
    note(t, "sync", s.window.value, s.group.value);
  }
  void rma_lock_requested(Ticks t, const model::RmaLockRecord& l) override {
    note(t, l.exclusive ? "exclusive" : "shared", l.window.value, l.target.value);
  }
  void rma_lock_released(Ticks t, const model::RmaLockRecord& l) override {
    note(t, "unlock", l.window.value, l.target.valid());
  }
  void rma_operation(Ticks t, const model::RmaOperation& o) override {
    note(t, "operation", static_cast<int>(o.kind), static_cast<int>(o.atomic_type), o.window.value,
         o.target.value, o.bytes_sent, o.bytes_received, o.matching);
  }
  void rma_operation_completed(Ticks t, const model::RmaCompletion& c) override {
    note(t, "completed", static_cast<int>(c.kind), c.window.value, c.matching);
  }
  void statistic_measured(Ticks t, std::uint32_t statistic, std::uint64_t value) override {
    note(t, "statistic", statistic, value);
  }
  void buffer_flush(Ticks t, Ticks stop) override { note(t, "flush", stop.count); }
  void measurement_on_off(Ticks t, bool on) override { note(t, "on", on); }
  void thread_begin(Ticks t, std::uint64_t n) override { note(t, "thread", 1, n); }
  void thread_end(Ticks t, std::uint64_t n) override { note(t, "thread", 0, n); }
  void thread_created(Ticks t, std::uint64_t n) override { note(t, "created", n); }
  void thread_waited(Ticks t, std::uint64_t n) override { note(t, "waited", n); }
  void thread_fork(Ticks t, std::uint32_t requested) override { note(t, "fork", requested); }
  void thread_join(Ticks t) override { note(t, "join"); }
  void team_begin(Ticks t, model::CommId team) override { note(t, "team", team.value, 1); }
  void team_end(Ticks t, model::CommId team) override { note(t, "team", team.value, 0); }
  void lock_acquired(Ticks t, const model::LockRecord& l) override {
    if (l.paradigm == model::Paradigm::Pthread) note(t, "mutex");
    note(t, "acquire", l.lock, l.order);
  }
  void lock_released(Ticks t, const model::LockRecord& l) override {
    note(t, "release", l.lock, l.order);
  }
  void task_created(Ticks t, const model::TaskId& id) override { note_task(t, "create", id); }
  void task_switched(Ticks t, const model::TaskId& id) override { note_task(t, "switch", id); }
  void task_completed(Ticks t, const model::TaskId& id) override { note_task(t, "complete", id); }

 private:
  void note_task(Ticks time, const char* what, const model::TaskId& id) {
    note(time, what, id.team.value, id.creator, id.generation);
  }
  template <class... Values>
  void note(Ticks time, const char* what, Values... values) {
    std::ostringstream out;
    out << time.count << ' ' << what;
    ((out << ' ' << values), ...);
    events.push_back(out.str());
  }
};

class LogConverterTest : public testing::Test {
 protected:
  LogConverterTest() {
    auto read = parse_process_definitions(
        "tarry-definitions\t2\n"
        "module\t400000\t400000\t500000\t/a.out\n"
        "region\t0\t38\t4\t0\t\tMPI_Send\n"
        "region\t1\t28\t4\t0\t\tMPI_Barrier\n"
        "comm\t0\t00000000000000000000000000000005\tworld\t3\t8\t-\t-\tMPI_COMM_WORLD\n"
        "comm\t2\t00000000000000000000000000000001\tintra\t0\t2\t3,5\t-\t\n"
        "window\t0\t00000000000000000000000000000009\t0\n"
        "window\t1\t00000000000000000000000000000004\t2\n"
        "window-name\t1\thalo\n"
        "group\t0\t00000000000000000000000000000003\t3,5\n"
        "team\t1\t0,2\n"
        "team\t2\t0\n",
        "d");
    definitions = *read;
    add_teams(definitions);
    unified = definitions.set;
    unified.functions[{"/a.out", 0x100}];
    unified.functions[{"/a.out", 0x200}];
    unified.functions[{"", 0}];
    unified.assign_ids();
    // MPI_Barrier 0, MPI_Send 1, UNKNOWN 2, function 100 is 3, 200 is 4, late 5
  }

  std::vector<std::string> convert(const LogBuilder& builder) {
    builder.write(directory.path() / "log");
    auto log = LogReader::open(directory.path() / "log");
    EXPECT_TRUE(log.ok());
    Notes notes;
    IdTranslation ids(definitions, unified);
    LogConverter converter(ids, unified.late_region(), teams, notes, anomalies);
    converter.tell(notes);
    converter.leave_out(short_functions);
    converter.convert(*log);
    first = converter.first();
    last = converter.last();
    late = converter.late_functions();
    return notes.events;
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  ProcessDefinitions definitions;
  DefinitionSet unified;
  TeamsByFork teams;
  ShortFunctions short_functions;
  model::Anomalies anomalies;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t late = 0;
};

TEST_F(LogConverterTest, StatisticsKeepTheirNumbers) {
  LogBuilder log;
  log.simple(1, RecordKind::RegionEnter, 0)
      .simple(1, RecordKind::Statistic, statistic_and_value(3, 42))
      .simple(2, RecordKind::Statistic, statistic_and_value(255, kLargestStatisticValue))
      .simple(2, RecordKind::RegionLeave, 0);
  EXPECT_THAT(convert(log), ElementsAre("1001 enter 1", "1001 statistic 3 42",
                                        "1002 statistic 255 72057594037927935", "1002 leave 1"));
}

// The length of calls that share a leave is estimated: they have ended when the next event begins.
TEST_F(LogConverterTest, TellsHowManyCallsALeaveStandsFor) {
  LogBuilder log;
  log.simple(1, RecordKind::RegionEnter, 0)
      .simple(9, RecordKind::RegionLeave, leave_of_polls(0, 5))
      .simple(7, RecordKind::RegionEnter, 0)
      .simple(8, RecordKind::RegionLeave, 0)
      .simple(8, RecordKind::RegionEnter, 0)
      .simple(10, RecordKind::RegionLeave, 0);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 1", "1007 more 4", "1007 leave 1", "1007 enter 1",
                          "1008 leave 1", "1008 enter 1", "1010 leave 1"));
  EXPECT_TRUE(anomalies.empty());
}

// Windows are in order of their keys: 1, 0.
TEST_F(LogConverterTest, TranslatesOneSidedCommunication) {
  EXPECT_EQ(unified.windows.at({0, 4}), (WindowDefinition{{0, 1}, "halo"}));
  LogBuilder log;
  log.simple(1, RecordKind::RmaCollectiveBegin)
      .simple(2, RecordKind::RmaWindowCreated, 1)
      .simple(2, RecordKind::RmaCollectiveEnd, window_and(1, 17))
      .simple(3, RecordKind::RmaGroupSync, window_and(0, 0))
      .simple(4, RecordKind::RmaLockRequested, window_and_lock(1, 6, true))
      .simple(5, RecordKind::RmaLockRequested, window_and_lock(0, 2, false))
      .one_sided(6, RecordKind::RmaPut, 1, 6, 80, 3)
      .one_sided(7, RecordKind::RmaGet, 0, 2, 8, 4)
      .atomic(8, 1, 6, 4, 5, 3, 7)
      .simple(9, RecordKind::RmaCompleted, window_and(1, 3))
      .simple(10, RecordKind::RmaRequestCompleted, window_and(0, 4))
      .simple(11, RecordKind::RmaLockReleased, window_and_lock(1, kAllTargets, false))
      .simple(12, RecordKind::RmaWindowDestroyed, 1)
      .simple(13, RecordKind::RmaCollectiveEnd, window_and(7, 18));
  EXPECT_THAT(convert(log),
              ElementsAre("1001 rma-begin", "1002 window 0 1", "1002 rma-end 17 0", "1003 sync 1 0",
                          "1004 exclusive 0 6", "1005 shared 1 2", "1006 operation 0 0 0 6 80 0 3",
                          "1007 operation 1 0 1 2 0 8 4", "1008 operation 2 7 0 6 4 5 3",
                          "1009 completed 2 0 3", "1010 completed 1 1 4", "1011 unlock 0 0",
                          "1012 window 0 0"));
  EXPECT_EQ(anomalies.counts().at("one-sided operations on windows that were never defined"), 1u);
}

// Ids of communicators: intra 0, world 1, then the teams 2 and 3.
TEST_F(LogConverterTest, TranslatesTeamsByTheJoinsOfWhoForkedThem) {
  teams[0] = {2, 1};  // thread 0 forked team 2, then team 1
  LogBuilder log;
  log.simple(1, RecordKind::ThreadFork, 2)
      .simple(2, RecordKind::TeamBegin, thread_and_count(0, 1))
      .simple(3, RecordKind::TeamEnd, thread_and_count(0, 1))
      .simple(4, RecordKind::ThreadJoin, fork_and_team(1, 2))
      .simple(5, RecordKind::TeamBegin, thread_and_count(0, 2))
      .simple(6, RecordKind::LockAcquired, std::uint64_t{7} << 32 | 3)
      .simple(7, RecordKind::LockReleased, std::uint64_t{7} << 32 | 3)
      .simple(8, RecordKind::TaskCreate, thread_and_count(2, 9))
      .simple(9, RecordKind::TaskSwitch, thread_and_count(2, 9))
      .simple(10, RecordKind::TaskComplete, thread_and_count(2, 9))
      .simple(11, RecordKind::TaskSwitch, 0)
      .simple(12, RecordKind::TeamEnd, thread_and_count(0, 2));
  EXPECT_THAT(
      convert(log),
      ElementsAre("1001 fork 2", "1002 team 3 1", "1003 team 3 0", "1004 join", "1005 team 2 1",
                  "1006 acquire 7 3", "1007 release 7 3", "1008 create 2 1 9", "1009 switch 2 1 9",
                  "1010 complete 2 1 9", "1011 switch 2 0 0", "1012 team 2 0"));
  EXPECT_TRUE(anomalies.counts().empty());
}

TEST_F(LogConverterTest, LeavesOutTeamsThatNobodyJoined) {
  teams[0] = {0};
  LogBuilder log;
  log.simple(1, RecordKind::TeamBegin, thread_and_count(0, 1))
      .simple(2, RecordKind::RegionEnter, 0)
      .simple(3, RecordKind::TaskSwitch, thread_and_count(0, 1))
      .simple(4, RecordKind::RegionLeave, 0)
      .simple(5, RecordKind::TeamEnd, thread_and_count(0, 1))
      .simple(6, RecordKind::TeamBegin, thread_and_count(5, 1));
  EXPECT_THAT(convert(log), ElementsAre("1002 enter 1", "1004 leave 1"));
  EXPECT_EQ(anomalies.counts().at("teams of threads that are not known (left out)"), 2u);
}

TEST_F(LogConverterTest, ClosesTeamsAndWhatIsInThemAtTheEnd) {
  teams[0] = {1};
  LogBuilder log;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(1, RecordKind::RegionEnter, 1)
      .simple(2, RecordKind::TeamBegin, thread_and_count(0, 1))
      .simple(3, RecordKind::RegionEnter, 0)
      .simple(4, RecordKind::ProgramEnd);
  EXPECT_THAT(convert(log),
              ElementsAre("1000 program 1", "1001 enter 0", "1002 team 2 1", "1003 enter 1",
                          "1004 leave 1", "1004 team 2 0", "1004 leave 0", "1004 program 0"));
}

TEST_F(LogConverterTest, ThreadsOfTheOpenMpRuntimeAreNotCreatedByTheProgram) {
  LogBuilder log;
  log.simple(1, RecordKind::ThreadBegin, 1).simple(2, RecordKind::ThreadEnd);
  EXPECT_THAT(convert(log), ElementsAre());
}

TEST_F(LogConverterTest, ThreadsFollowEachOtherInALog) {
  LogBuilder log;
  log.simple(1, RecordKind::ThreadBegin, begin_of_thread(7, false))
      .simple(2, RecordKind::RegionEnter, 1)
      .simple(3, RecordKind::MutexAcquired, std::uint64_t{4} << 32 | 9)
      .simple(4, RecordKind::ThreadEnd)
      .simple(6, RecordKind::ThreadBegin, begin_of_thread(8, false))
      .simple(7, RecordKind::ThreadCreate, 12)
      .simple(8, RecordKind::ThreadWait, 12)
      .simple(9, RecordKind::MeasurementOff)
      .simple(10, RecordKind::ThreadEnd)
      .simple(11, RecordKind::ThreadBegin, begin_of_thread(9, false));
  EXPECT_THAT(convert(log),
              ElementsAre("1001 thread 1 7", "1002 enter 0", "1003 mutex", "1003 acquire 4 9",
                          "1004 leave 0", "1004 thread 0 7", "1006 thread 1 8", "1007 created 12",
                          "1008 waited 12", "1009 on 0", "1010 on 1", "1010 thread 0 8",
                          "1011 thread 1 9", "1011 thread 0 9"));
}

TEST_F(LogConverterTest, TranslatesEveryId) {
  LogBuilder log;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(1, RecordKind::FunctionEnter, 0x400200)
      .simple(2, RecordKind::RegionEnter, 0)
      .message(3, RecordKind::MpiIsend, 7, 2, 11, 800, 4)
      .simple(4, RecordKind::RegionLeave, 0)
      .simple(5, RecordKind::MpiIsendComplete, 4)
      .message(6, RecordKind::MpiRecv, 1, 0, 12, 80)
      .simple(7, RecordKind::CollectiveBegin)
      .collective(8, RecordKind::CollectiveEnd, 11, 0, 0xFFFFFFFF, 8, 9)
      .simple(9, RecordKind::BufferFlush, 12)
      .simple(13, RecordKind::FunctionLeave, 0x400200)
      .simple(14, RecordKind::ProgramEnd);
  EXPECT_THAT(convert(log),
              ElementsAre("1000 program 1", "1001 enter 4", "1002 enter 1",
                          "1003 isend 7 0 11 800 4", "1004 leave 1", "1005 complete 4",
                          "1006 recv 1 1 12 80", "1007 begin", "1008 end 11 1 4294967295 8 9",
                          "1009 flush 1012", "1013 leave 4", "1014 program 0"));
  EXPECT_TRUE(anomalies.empty());
  EXPECT_EQ(first, 1000u);
  EXPECT_EQ(last, 1014u);
}

// The regions of a process that still runs: see compressed/live/live_ids.h.
class RunningIds final : public IdLookup {
 public:
  RegionId region(std::uint64_t number) override {
    return RegionId{static_cast<std::uint32_t>(number)};
  }
  model::CommId comm(std::uint32_t) override { return {}; }
  model::WindowId window(std::uint32_t) override { return {}; }
  model::GroupId group(std::uint32_t) override { return {}; }
  model::CommId team(std::uint32_t) override { return {}; }
  const std::vector<std::uint32_t>& threads(std::uint32_t) override { return nobody_; }
  RegionId function(std::uint64_t) override { return RegionId{100}; }
  RegionId call_site(std::uint64_t number) override {
    return number == 1 ? RegionId{7} : RegionId{};
  }

 private:
  std::vector<std::uint32_t> nobody_;
};

TEST_F(LogConverterTest, ACallSiteFollowsTheEnterOfItsRegion) {
  const base::TemporaryDirectory folder = *base::TemporaryDirectory::make();
  LogBuilder builder;
  builder.simple(1, RecordKind::RegionEnter, 0)
      .simple(2, RecordKind::RegionLeave, 0)
      .simple(3, RecordKind::RegionEnter, 1)
      .simple(4, RecordKind::RegionLeave, 1);
  builder.write(folder.path() / "log");
  auto log = LogReader::open(folder.path() / "log");
  ASSERT_TRUE(log.ok());
  RunningIds ids;
  Notes notes;
  LogConverter(ids, RegionId{200}, {}, notes, anomalies).convert(*log);
  EXPECT_THAT(notes.events, ElementsAre("1001 enter 0", "1002 leave 0", "1003 enter 1",
                                        "1003 from 7", "1004 leave 1"));
}

// Event traces have no datatypes.
TEST_F(LogConverterTest, TranslatesWhatCallsAskFor) {
  LogBuilder log;
  log.simple(1, RecordKind::RegionEnter, 0)
      .arguments(2, -1, 11, 100, 4, 2)
      .arguments(2, 3, -1, 100, 4, 0xFFFFFFFF)
      .simple(3, RecordKind::RegionLeave, 0);
  EXPECT_THAT(convert(log), ElementsAre("1001 enter 1", "1002 asks 0 -1 11 100 -9",
                                        "1002 asks 4294967295 3 -1 100 -9", "1003 leave 1"));
}

TEST_F(LogConverterTest, TranslatesWhatCallsOnWindowsAreTold) {
  OperandsRecord record{};
  record.shape = 4;
  record.object = 6;
  record.comm = 2;
  record.target = -2;
  record.at = 11;
  record.size = 12;
  record.unit = 13;
  record.bytes = 14;
  record.received = 15;
  record.count = 16;
  record.datatype = 4;
  record.mode = 17;
  record.reduction = 18;
  record.name = 19;
  record.request = 20;
  LogBuilder log;
  log.simple(1, RecordKind::RegionEnter, 0).operands(2, record);
  record.shape = 12;
  log.operands(2, record).simple(3, RecordKind::RegionLeave, 0);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 1", "1002 told 4 6 0 -2 11 12 13 14 15 16 -9 17 18 19 20",
                          "1003 leave 1"));
}

TEST_F(LogConverterTest, FunctionsWithoutModuleAndLateOnesHaveRegions) {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x123)
      .simple(2, RecordKind::FunctionEnter, 0x400300)
      .simple(3, RecordKind::FunctionLeave, 0x400300)
      .simple(4, RecordKind::FunctionLeave, 0x123);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 2", "1002 enter 5", "1003 leave 5", "1004 leave 2"));
  EXPECT_EQ(late, 1u);
}

TEST_F(LogConverterTest, FunctionsOfCallSitesHaveRegions) {
  definitions.called_functions = {
      {"/a.out", 0x100, "/a.out", 0x210}, {"/a.out", 0x100, "/a.out", 0x220}, {"/a.out", 0x300}};
  unified.functions[{"/a.out", 0x100, "/a.out", 0x210}];
  unified.assign_ids();  // function 100 is 3, called at 210 it is 4, 200 is 5, late 6
  LogBuilder log;
  for (const std::uint32_t number : {0u, 1u, 2u, 3u})
    log.simple(2 * number, RecordKind::FunctionEnter, called_function(number))
        .simple(2 * number + 1, RecordKind::FunctionLeave, called_function(number));
  EXPECT_THAT(convert(log),
              ElementsAre("1000 enter 4", "1001 leave 4", "1002 enter 3", "1003 leave 3",
                          "1004 enter 6", "1005 leave 6", "1006 enter 2", "1007 leave 2"));
}

// There is no leave of a function that was excluded while it was open.
TEST_F(LogConverterTest, FunctionsThatLeftThemselvesOutArePassedOver) {
  short_functions = {0x400200};
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(2, RecordKind::FunctionEnter, 0x400200)
      .simple(3, RecordKind::FunctionLeave, 0x400200)
      .simple(4, RecordKind::FunctionEnter, 0x400200)
      .simple(5, RecordKind::RegionEnter, 1)
      .simple(6, RecordKind::RegionLeave, 1)
      .simple(9, RecordKind::FunctionLeave, 0x400100);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 3", "1005 enter 0", "1006 leave 0", "1009 leave 3"));
  EXPECT_TRUE(anomalies.empty());
}

TEST_F(LogConverterTest, WhatIsOpenAtTheEndIsClosedAtTheLastTime) {
  LogBuilder log;
  log.header.complete = 0;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(5, RecordKind::RegionEnter, 1)
      .simple(9, RecordKind::CollectiveBegin);
  EXPECT_THAT(convert(log),
              ElementsAre("1000 program 1", "1001 enter 3", "1005 enter 0", "1009 begin",
                          "1009 leave 0", "1009 leave 3", "1009 program 0"));
  EXPECT_TRUE(anomalies.empty());
}

TEST_F(LogConverterTest, JumpOutOfFunctionsClosesThem) {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(2, RecordKind::FunctionEnter, 0x400200)
      .simple(3, RecordKind::RegionEnter, 1)
      .simple(4, RecordKind::FunctionLeave, 0x400100)
      .simple(5, RecordKind::FunctionLeave, 0x400200);
  EXPECT_THAT(convert(log), ElementsAre("1001 enter 3", "1002 enter 4", "1003 enter 0",
                                        "1004 leave 0", "1004 leave 4", "1004 leave 3"));
  EXPECT_EQ(anomalies.counts().at("functions left by a jump out of them"), 2u);
  EXPECT_EQ(anomalies.counts().at("functions left that were not entered"), 1u);
}

TEST_F(LogConverterTest, FunctionsLeftInAPauseEndWithIt) {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(2, RecordKind::FunctionEnter, 0x400200)
      .simple(3, RecordKind::MeasurementOff)
      .simple(3, RecordKind::FunctionLeave, 0x400200)
      .simple(8, RecordKind::MeasurementOn)
      .simple(8, RecordKind::RegionEnter, 1)
      .simple(9, RecordKind::RegionLeave, 1)
      .simple(9, RecordKind::FunctionLeave, 0x400100);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 3", "1002 enter 4", "1003 on 0", "1008 on 1", "1008 leave 4",
                          "1008 enter 0", "1009 leave 0", "1009 leave 3"));
  EXPECT_TRUE(anomalies.empty());
}

TEST_F(LogConverterTest, FunctionsLeftInTheLastPauseEndWithTheLog) {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(2, RecordKind::FunctionEnter, 0x400200)
      .simple(3, RecordKind::MeasurementOff)
      .simple(3, RecordKind::FunctionLeave, 0x400200);
  EXPECT_THAT(convert(log), ElementsAre("1001 enter 3", "1002 enter 4", "1003 on 0", "1003 leave 4",
                                        "1003 leave 3"));
  EXPECT_TRUE(anomalies.empty());
}

TEST_F(LogConverterTest, LeavesOfRegionsThatAreNotKnownCloseNoOthers) {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x400100)
      .simple(3, RecordKind::MeasurementOff)
      .simple(8, RecordKind::MeasurementOn, 2)
      .simple(8, RecordKind::FunctionEnter, 0x400200)
      .simple(9, RecordKind::FunctionLeave, 0x400200)
      .simple(10, RecordKind::FunctionLeave, 0x400100)
      .simple(11, RecordKind::FunctionLeave, 0x400200)
      .simple(12, RecordKind::RegionEnter, 1)
      .simple(13, RecordKind::RegionLeave, 1)
      .simple(14, RecordKind::FunctionLeave, 0x400100);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 enter 3", "1003 on 0", "1008 on 1", "1008 enter 4", "1009 leave 4",
                          "1012 enter 0", "1013 leave 0", "1014 leave 3"));
  EXPECT_TRUE(anomalies.empty());
}

TEST_F(LogConverterTest, TimesNeverStepBack) {
  LogBuilder log(2);
  log.simple(5, RecordKind::ThreadBegin)
      .simple(4, RecordKind::FunctionEnter, 0x400100)
      .simple(6, RecordKind::FunctionLeave, 0x400100);
  EXPECT_THAT(convert(log),
              ElementsAre("1005 thread 1 0", "1005 enter 3", "1006 leave 3", "1006 thread 0 0"));
  EXPECT_EQ(anomalies.counts().at("events earlier than the one before them"), 1u);
}

TEST_F(LogConverterTest, EventsThatReferToNothingAreLeftOutAndCounted) {
  LogBuilder log;
  log.simple(1, RecordKind::RegionEnter, 77)
      .message(2, RecordKind::MpiIsend, 0, 1, 0, 0, 1)
      .collective(3, RecordKind::CollectiveEnd, 99, 0, 0, 0, 0)
      .collective(4, RecordKind::CollectiveEnd, 0, 99, 0, 0, 0)
      .simple(5, RecordKind::RegionLeave, 77);
  EXPECT_TRUE(convert(log).empty());
  EXPECT_EQ(anomalies.counts().size(), 4u);
}

}  // namespace
}  // namespace tarry::trace::eventlog
