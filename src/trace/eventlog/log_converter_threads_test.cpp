// SPDX-License-Identifier: BSD-3-Clause
// Teams of threads, threads, locks and tasks in a log.
#include "trace/eventlog/log_converter_fixture.h"

namespace tarry::trace::eventlog {
namespace {

using testing::ElementsAre;

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

}  // namespace
}  // namespace tarry::trace::eventlog
