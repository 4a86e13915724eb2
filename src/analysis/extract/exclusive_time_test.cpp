// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/exclusive_time.h"

#include "analysis/extract/extraction_fixture.h"

namespace tarry::analysis {
namespace {

class ExclusiveTimeTest : public ExtractionFixture {
 protected:
  ExclusiveTimeTest() {
    begin();
    stack_.emplace(location());
    teams_.emplace(location(), *stack_);
    time_.emplace(location(), *stack_, *teams_);
  }

  // A region begins.
  void push(model::RegionId region, CallPathId path) {
    stack_->push(Ticks{0}, region, path, false);
    time_->follow(false);
  }

  Ticks time_of(CallPathId callpath) { return location().totals(callpath).time; }

  std::optional<RegionStack> stack_;
  std::optional<OpenTeams> teams_;
  std::optional<ExclusiveTime> time_;
};

TEST_F(ExclusiveTimeTest, TheTimeBetweenEventsIsThatOfTheCallPath) {
  push(kMain, callpath(kMain));
  EXPECT_EQ(time_->advance(Ticks{100}), Ticks{100});
  EXPECT_EQ(time_->advance(Ticks{130}), Ticks{130});
  EXPECT_EQ(records().first, Ticks{100});
  EXPECT_EQ(time_->last(), Ticks{130});
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{30});
}

TEST_F(ExclusiveTimeTest, AnEventIsNeverBeforeTheLastOne) {
  push(kMain, callpath(kMain));
  time_->advance(Ticks{100});
  EXPECT_EQ(time_->advance(Ticks{90}), Ticks{100});
  EXPECT_EQ(anomalies_.counts().size(), 1u);
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{0});
}

TEST_F(ExclusiveTimeTest, TheTimeInAGapIsNobodys) {
  push(kMain, callpath(kMain));
  time_->follow(true);
  time_->advance(Ticks{100});
  time_->advance(Ticks{130});
  EXPECT_EQ(time_->gap_time(), Ticks{30});
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{0});
}

TEST_F(ExclusiveTimeTest, OutsideOfRegionsTheTimeHasACallPathOfItsOwn) {
  time_->advance(Ticks{100});
  time_->advance(Ticks{130});
  EXPECT_EQ(time_of(callpath(regions_->outside)), Ticks{30});
}

TEST_F(ExclusiveTimeTest, ARunBeginsWhereTheCallPathChanges) {
  push(kMain, callpath(kMain));
  time_->advance(Ticks{100});
  time_->advance(Ticks{110});
  push(kRecv, callpath(kRecv));
  time_->advance(Ticks{130});
  EXPECT_EQ(time_->run().begin, Ticks{110});
  EXPECT_EQ(time_->run().callpath, callpath(kRecv));
}

// A call stack does not tell whether a function has ended between two calls.
TEST_F(ExclusiveTimeTest, AFunctionOfCallStacksLeavesItsTimeToTheRegionAround) {
  regions_->from_call_stacks[kRecv.index()] = true;
  push(kMain, callpath(kMain));
  time_->advance(Ticks{100});
  for (int depth = 0; depth < 2; ++depth) push(kRecv, lookup_.child(stack_->callpath(), kRecv));
  time_->advance(Ticks{130});
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{30});
  EXPECT_EQ(time_of(stack_->callpath()), Ticks{0});
  EXPECT_EQ(time_->run().callpath, callpath(kMain));
}

TEST_F(ExclusiveTimeTest, SoItDoesWhereNoSampleTellsMore) {
  regions_->from_call_stacks[kRecv.index()] = true;
  const LocationIntervals no_intervals;
  const IntervalKinds no_samples;
  Division division(no_intervals, no_samples);
  time_->divide_by(division);
  push(kMain, callpath(kMain));
  time_->advance(Ticks{100});
  push(kRecv, lookup_.child(callpath(kMain), kRecv));
  time_->advance(Ticks{130});
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{30});
  EXPECT_EQ(time_of(stack_->callpath()), Ticks{0});
}

TEST_F(ExclusiveTimeTest, TheOutermostFunctionOfCallStacksKeepsItsTime) {
  regions_->from_call_stacks[kRecv.index()] = true;
  push(kRecv, callpath(kRecv));
  time_->advance(Ticks{100});
  time_->advance(Ticks{130});
  EXPECT_EQ(time_of(callpath(kRecv)), Ticks{30});
}

}  // namespace
}  // namespace tarry::analysis
