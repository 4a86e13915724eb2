// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/step_log.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using Kind = Link::Kind;

void expect_same_alone(const Step& found, const Step& expected) {
  EXPECT_EQ(found.advance, expected.advance);
  EXPECT_EQ(found.sections, expected.sections);
  EXPECT_EQ(found.callpath, expected.callpath);
  EXPECT_EQ(found.is_mpi, expected.is_mpi);
  EXPECT_EQ(found.may_wait, expected.may_wait);
  EXPECT_EQ(found.with_everybody, expected.with_everybody);
}

std::vector<Step> sample() {
  std::vector<Step> steps(4);
  steps[0].advance = Ticks{5};
  steps[1].advance = Ticks{-1};
  steps[1].sections = 300;
  steps[1].callpath = CallPathId{0};
  steps[1].is_mpi = steps[1].may_wait = true;
  steps[1].needs = {{Kind::Message, link_key(0xFFFFFFFF, 0xFFFFFFFF)},
                    {Kind::Collective, ~std::uint64_t{0}, 3, 2},
                    {Kind::PostedHere, 7}};
  steps[2].advance = Ticks{std::int64_t{1} << 62};
  steps[2].with_everybody = true;
  steps[2].gives = {{Kind::Post, 1}, {Kind::WholeRun, 1}};
  steps[3].callpath = CallPathId{1000};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    steps[3].needs.push_back({Kind::Message, link_key(i, i)});
    steps[3].gives.push_back({Kind::Lock, link_key(i, 2 * i)});
  }
  return steps;
}

TEST(StepLog, IsReadAsWritten) {
  const std::vector<Step> steps = sample();
  StepLog log;
  for (const Step& step : steps) log.add(step);
  StepReader reader(log.bytes());
  Step step;
  for (const Step& expected : steps) {
    ASSERT_TRUE(reader.next(step));
    expect_same_alone(step, expected);
    EXPECT_EQ(step.needs, expected.needs);
    EXPECT_EQ(step.gives, expected.gives);
  }
  EXPECT_FALSE(reader.next(step));
}

TEST(StepLog, IsReadWithoutLinks) {
  const std::vector<Step> steps = sample();
  StepLog log;
  for (const Step& step : steps) log.add(step);
  StepReader reader(log.bytes());
  Step step;
  for (const Step& expected : steps) {
    ASSERT_TRUE(reader.next_alone(step));
    expect_same_alone(step, expected);
  }
  EXPECT_FALSE(reader.next_alone(step));
}

}  // namespace
}  // namespace tarry::analysis
