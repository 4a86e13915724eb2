// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/delay_removed.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

constexpr CallPathId kSlow{1}, kOther{2};

// The work takes 10, 20 and 30 in three sections; the second one also has another activity.
workers::Bytes activities() {
  workers::Bytes out;
  append_time(out, kSlow, Ticks{10});
  append_mark(out);
  append_time(out, kOther, Ticks{100});
  append_time(out, kSlow, Ticks{20});
  append_time(out, kSlow, Ticks{-5});  // a wait
  append_mark(out);
  append_time(out, kSlow, Ticks{30});
  return out;
}

std::vector<double> parts(const DelayRemoved& change) {
  std::vector<double> out;
  for (std::uint32_t section = 0; section < 4; ++section)
    out.push_back(change.removed(kSlow, section, 0));
  return out;
}

TEST(DelayRemoved, TheLargestPartCounts) {
  const workers::Bytes done = activities();
  const DelayRemoved change(kSlow, {{1, 3, 10}, {0, 2, 15}}, done);
  EXPECT_EQ(parts(change), (std::vector<double>{0.5, 0.5, 0.2, 0}));
  EXPECT_DOUBLE_EQ(change.total(), 5 + 10 + 6);
  EXPECT_TRUE(change.concerns(kSlow));
  EXPECT_FALSE(change.concerns(kOther));
  EXPECT_EQ(change.removed(kOther, 0, 0), 0);
}

TEST(DelayRemoved, NoMoreThanThereIs) {
  const workers::Bytes done = activities();
  const DelayRemoved change(kSlow, {{0, 1, 40}, {2, 0xFFFFFFFF, 3}, {3, 3, 7}}, done);
  EXPECT_EQ(parts(change), (std::vector<double>{1, 0, 0.1, 0.1}));
  EXPECT_DOUBLE_EQ(change.total(), 10 + 3);
}

TEST(DelayRemoved, WhatTookNoTimeCannotBeShorter) {
  const workers::Bytes done = activities();
  const DelayRemoved change(CallPathId{7}, {{0, 3, 40}}, done);
  EXPECT_EQ(change.removed(CallPathId{7}, 0, 0), 0);
  EXPECT_EQ(change.total(), 0);
}

}  // namespace
}  // namespace tarry::analysis
