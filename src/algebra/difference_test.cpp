// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/difference.h"

#include <gtest/gtest.h>

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::SeverityCube;

class DifferenceTest : public testing::Test {
 protected:
  DifferenceTest() {
    for (SeverityCube* cube : {&first_, &second_}) {
      cube->add_catalogue();
      cube->callpaths = {{{}, "main", "", 0, "function", "user"}};
      for (std::uint32_t rank = 0; rank < 2; ++rank)
        cube->locations.push_back({model::Rank{rank}, 0, "n", "cpu"});
      cube->set_row(model::metric::time, CallPathId{0}, {10.0, 20.0});
      cube->set_row(model::metric::visits, CallPathId{0}, {1.0, 1.0});
    }
  }

  SeverityCube first_, second_;
};

TEST_F(DifferenceTest, EqualReportsAreEqual) {
  const base::Result<Comparison> found = compare(first_, second_, 0.0, 10);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->are_equal());
  EXPECT_EQ(found->cells, 4u);
}

TEST_F(DifferenceTest, TheToleranceIsAPartOfTheLargerValue) {
  second_.set_row(model::metric::time, CallPathId{0}, {10.0, 19.0});
  EXPECT_TRUE(compare(first_, second_, 0.05, 10)->are_equal());
  EXPECT_EQ(compare(first_, second_, 0.049, 10)->different, 1u);
}

TEST_F(DifferenceTest, TheLargestComesFirst) {
  second_.set_row(model::metric::time, CallPathId{0}, {10.5, 20.0});
  second_.set_row(model::metric::visits, CallPathId{0}, {1.0, 2.0});
  const base::Result<Comparison> found = compare(first_, second_, 0.0, 1);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->different, 2u);
  ASSERT_EQ(found->largest.size(), 1u);
  EXPECT_EQ(found->largest[0].metric, "visits");
  EXPECT_EQ(found->largest[0].rank, 1u);
  EXPECT_EQ(found->largest[0].second, 2.0);
}

TEST_F(DifferenceTest, AMetricThatOnlyOneHasIsADifference) {
  second_.leave_out({model::metric::visits});
  const base::Result<Comparison> found = compare(first_, second_, 1.0, 10);
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->are_equal());
  EXPECT_FALSE(found->only_in_first.empty());
  EXPECT_TRUE(found->only_in_second.empty());
}

}  // namespace
}  // namespace tarry::algebra
