// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/beyond_noise.h"

#include <gtest/gtest.h>

namespace tarry::diagnosis {
namespace {

using std::chrono::milliseconds;

TEST(BeyondNoise, IsNothingBelowOnePeriodAndAllFromTwo) {
  const Time period = milliseconds(4);
  EXPECT_EQ(beyond_noise(Time{0}, period), Time{0});
  EXPECT_EQ(beyond_noise(milliseconds(4), period), Time{0});
  EXPECT_EQ(beyond_noise(milliseconds(5), period), milliseconds(2));
  EXPECT_EQ(beyond_noise(milliseconds(8), period), milliseconds(8));
  EXPECT_EQ(beyond_noise(milliseconds(30), period), milliseconds(30));
}

}  // namespace
}  // namespace tarry::diagnosis
