// SPDX-License-Identifier: BSD-3-Clause
// Functions in a log, and the repair of their nesting.
#include "trace/eventlog/log_converter_fixture.h"

namespace tarry::trace::eventlog {
namespace {

using testing::ElementsAre;

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

}  // namespace
}  // namespace tarry::trace::eventlog
