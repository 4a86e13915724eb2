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

  Ticks time_of(CallPathId callpath) { return location().totals(callpath).time; }

  std::optional<RegionStack> stack_;
  std::optional<OpenTeams> teams_;
  std::optional<ExclusiveTime> time_;
};

TEST_F(ExclusiveTimeTest, TheTimeBetweenEventsIsThatOfTheCallPath) {
  time_->follow(callpath(kMain), false);
  EXPECT_EQ(time_->advance(Ticks{100}), Ticks{100});
  EXPECT_EQ(time_->advance(Ticks{130}), Ticks{130});
  EXPECT_EQ(records().first, Ticks{100});
  EXPECT_EQ(time_->last(), Ticks{130});
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{30});
}

TEST_F(ExclusiveTimeTest, AnEventIsNeverBeforeTheLastOne) {
  time_->follow(callpath(kMain), false);
  time_->advance(Ticks{100});
  EXPECT_EQ(time_->advance(Ticks{90}), Ticks{100});
  EXPECT_EQ(anomalies_.counts().size(), 1u);
  EXPECT_EQ(time_of(callpath(kMain)), Ticks{0});
}

TEST_F(ExclusiveTimeTest, TheTimeInAGapIsNobodys) {
  time_->follow(callpath(kMain), true);
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
  time_->follow(callpath(kMain), false);
  time_->advance(Ticks{100});
  time_->advance(Ticks{110});
  time_->follow(callpath(kRecv), false);
  time_->advance(Ticks{130});
  EXPECT_EQ(time_->run().begin, Ticks{110});
  EXPECT_EQ(time_->run().callpath, callpath(kRecv));
}

}  // namespace
}  // namespace tarry::analysis
