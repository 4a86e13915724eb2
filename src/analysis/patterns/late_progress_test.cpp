// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/late_progress.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using model::Ticks;

TEST(LateProgress, LastsFromTheLaterOfCallAndDeparture) {
  EXPECT_EQ(late_progress({Ticks{8}, Ticks{1}}, Ticks{2}), Ticks{6});
  EXPECT_EQ(late_progress({Ticks{8}, Ticks{5}}, Ticks{2}), Ticks{3});
  EXPECT_EQ(late_progress({Ticks{8}, Ticks{8}}, Ticks{2}), Ticks{0});
  EXPECT_EQ(late_progress({Ticks{8}, Ticks{1}}, Ticks{9}), Ticks{0});
}

TEST(LateProgress, IsTheMoreEvidentTheSoonerTheCallEnds) {
  EXPECT_EQ(progress_evidence(Ticks{0}, Ticks{1}), -2);
  EXPECT_EQ(progress_evidence(Ticks{1}, Ticks{9}), -2);
  EXPECT_EQ(progress_evidence(Ticks{5}, Ticks{5}), -1);
  EXPECT_EQ(progress_evidence(Ticks{3}, Ticks{1}), 0);
  EXPECT_EQ(progress_evidence(Ticks{4095}, Ticks{1}), 10);
  EXPECT_EQ(progress_evidence(Ticks{4094}, Ticks{1}), 9);
}

}  // namespace
}  // namespace tarry::analysis
