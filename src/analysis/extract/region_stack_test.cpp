// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/region_stack.h"

#include "analysis/extract/extraction_fixture.h"

namespace tarry::analysis {
namespace {

class RegionStackTest : public ExtractionFixture {
 protected:
  RegionStackTest() {
    begin();
    stack_.emplace(location());
  }

  void push(std::int64_t time, model::RegionId region) {
    stack_->push(Ticks{time}, region, callpath(region), false);
  }

  std::optional<RegionStack> stack_;
};

TEST_F(RegionStackTest, ARegionBecomesAnInstanceWithItsFirstRecord) {
  push(10, kRecv);
  EXPECT_TRUE(records().instances.empty());
  EXPECT_EQ(stack_->instance_of_top(), 0u);
  EXPECT_EQ(stack_->instance_of_top(), 0u);
  EXPECT_EQ(stack_->pop(Ticks{30}, false), Ticks{20});
  ASSERT_EQ(records().instances.size(), 1u);
  EXPECT_EQ(records().instances[0].enter, Ticks{10});
  EXPECT_EQ(records().instances[0].leave, Ticks{30});
  EXPECT_EQ(records().instances[0].call, model::MpiCall::Recv);
  EXPECT_FALSE(records().instances[0].damaged);
}

TEST_F(RegionStackTest, ARegionThatNeverEndsIsADamagedInstance) {
  push(10, kRecv);
  stack_->instance_of_top();
  stack_->pop(Ticks{30}, true);
  EXPECT_TRUE(records().instances[0].damaged);
}

TEST_F(RegionStackTest, TheTimeOfNestedRegionsIsKeptForInstancesOnly) {
  push(0, kMain);
  push(10, kRecv);
  stack_->instance_of_top();
  push(12, kMain);
  stack_->pop(Ticks{15}, false);
  stack_->pop(Ticks{30}, false);
  stack_->pop(Ticks{40}, false);
  ASSERT_EQ(records().nested.size(), 1u);
  EXPECT_EQ(records().nested[0].instance, 0u);
  EXPECT_EQ(records().nested[0].time, Ticks{3});
}

TEST_F(RegionStackTest, TheCallPathIsThatOfTheTopRegionOrTheBase) {
  EXPECT_FALSE(stack_->callpath().valid());
  stack_->set_base(callpath(kMain));
  EXPECT_EQ(stack_->callpath(), callpath(kMain));
  push(10, kRecv);
  EXPECT_EQ(stack_->callpath(), callpath(kRecv));
}

TEST_F(RegionStackTest, RegionsThatWereTakenComeBack) {
  push(0, kMain);
  push(10, kRecv);
  std::vector<Frame> frames = stack_->take_frames();
  EXPECT_TRUE(stack_->empty());
  stack_->put_back(std::move(frames), {});
  EXPECT_EQ(stack_->size(), 2u);
  EXPECT_EQ(stack_->top().region, kRecv);
  EXPECT_EQ(stack_->from_top(1).region, kMain);
}

TEST_F(RegionStackTest, DividingMakesAnInstanceWithoutALength) {
  push(0, kMain);
  EXPECT_EQ(stack_->divide(Ticks{7}, callpath(kMain)), 0u);
  EXPECT_EQ(records().instances[0].enter, Ticks{7});
  EXPECT_EQ(records().instances[0].leave, Ticks{7});
  EXPECT_NE(records().instances[0].cut, kNoIndex);
}

}  // namespace
}  // namespace tarry::analysis
