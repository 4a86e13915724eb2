// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/phases.h"

#include <gtest/gtest.h>

#include <memory>

namespace tarry::analysis::declared {
namespace {

// Region 0 is the program, region 1 is asked for.
class PhasesTest : public testing::Test {
 protected:
  PhasesTest() : regions_(2) {
    regions_[0].name = "main";
    regions_[1].name = "sweep";
  }
  void visit(std::int64_t enter, std::int64_t leave) {
    phases().enter({enter}, model::RegionId{1});
    phases().leave({leave}, model::RegionId{1});
  }
  Phases& phases() {
    if (!phases_) phases_ = std::make_unique<Phases>(regions_, wishes_);
    return *phases_;
  }
  std::uint32_t within(std::int64_t enter, std::int64_t leave) {
    return phases().find(0, {enter}, {leave}).number;
  }
  std::uint32_t before(std::int64_t enter) { return phases().find(1, {enter}, {enter}).number; }

  std::vector<model::Region> regions_;
  std::vector<PhaseWish> wishes_ = {{"sweep", false}, {"sweep", true}};
  std::unique_ptr<Phases> phases_;
};

TEST_F(PhasesTest, FindsTheVisitAroundACall) {
  visit(10, 20);
  visit(30, 40);
  EXPECT_EQ(within(5, 6), 0u);
  EXPECT_EQ(within(10, 20), 1u);
  EXPECT_EQ(within(15, 16), 1u);
  EXPECT_EQ(within(25, 26), 0u);
  EXPECT_EQ(within(39, 40), 2u);
  EXPECT_EQ(within(39, 41), 0u);
}

TEST_F(PhasesTest, FindsTheInnermostVisit) {
  phases().enter({0}, model::RegionId{1});
  visit(10, 20);
  phases().leave({50}, model::RegionId{1});
  EXPECT_EQ(within(12, 13), 2u);
  EXPECT_EQ(within(30, 31), 1u);
  EXPECT_EQ(within(60, 61), 0u);
}

TEST_F(PhasesTest, FindsTheLastVisitBefore) {
  visit(10, 20);
  visit(30, 40);
  EXPECT_EQ(before(19), 0u);
  EXPECT_EQ(before(20), 1u);
  EXPECT_EQ(before(35), 1u);
  EXPECT_EQ(before(99), 2u);
}

TEST_F(PhasesTest, LeavesOutWhatIsNeverLeft) {
  phases().enter({10}, model::RegionId{1});
  phases().leave({11}, model::RegionId{0});
  EXPECT_EQ(within(12, 13), 0u);
  EXPECT_EQ(before(99), 0u);
  phases().leave({20}, model::RegionId{1});
  phases().leave({21}, model::RegionId{1});
  EXPECT_EQ(before(99), 1u);
}

}  // namespace
}  // namespace tarry::analysis::declared
