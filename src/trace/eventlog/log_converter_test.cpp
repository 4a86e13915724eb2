// SPDX-License-Identifier: BSD-3-Clause
// The converter translates numbers and addresses, and leaves out records that refer to nothing.
#include "trace/eventlog/log_converter_fixture.h"

namespace tarry::trace::eventlog {
namespace {

using model::RegionId;
using testing::ElementsAre;

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

// Files are in order of their keys: 1, 0.
TEST_F(LogConverterTest, TranslatesOperationsOnFiles) {
  EXPECT_EQ(unified.files.at({0, 8}), (FileDefinition{{0, 5}, "out\tput"}));
  EXPECT_EQ(unified.files.at({0, 2}), (FileDefinition{{0, 1}, "input"}));
  LogBuilder log;
  log.simple(1, RecordKind::FileOpened, 1)
      .one_sided(2, RecordKind::FileOperation, 1, file_operation(0, false, false), 80, 3)
      .one_sided(3, RecordKind::FileCompleted, 1, 0, 40, 3)
      .one_sided(4, RecordKind::FileOperation, 0, file_operation(1, true, true), 90, 4)
      .one_sided(5, RecordKind::FileOperation, 0, file_operation(2, true, false), 0, 5)
      .one_sided(6, RecordKind::FileCompleted, 0, 0, 90, 4)
      .simple(7, RecordKind::FileClosed, 0)
      .simple(8, RecordKind::FileClosed, 2)
      .one_sided(9, RecordKind::FileCompleted, 9, 0, 90, 4);
  EXPECT_THAT(convert(log),
              ElementsAre("1001 opened 0", "1002 transfer 0 0 0 0 80 3", "1003 moved 0 40 3",
                          "1004 transfer 1 1 1 1 90 4", "1005 transfer 2 1 0 1 0 5",
                          "1006 moved 1 90 4", "1007 closed 1"));
  EXPECT_EQ(anomalies.counts().at("operations on files that were never defined"), 2u);
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
  model::FileId file(std::uint32_t) override { return {}; }
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
  EventNotes notes;
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
