// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/watch.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tarry::replay {
namespace {

using std::chrono_literals::operator""ms;

TEST(Watch, SaysWhatACallIsStuckIn) {
  std::atomic<int> found = -1;
  Watch watch(0.05, [&](std::uint32_t what) { found = static_cast<int>(what); });
  watch.enter(7);
  for (int i = 0; i < 1000 && found < 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(found, 7);
}

TEST(Watch, LooksOnlyAtCalls) {
  std::atomic<int> found = -1;
  {
    Watch watch(0.02, [&](std::uint32_t what) { found = static_cast<int>(what); });
    watch.enter(3);
    watch.leave();
    std::this_thread::sleep_for(200ms);
  }
  EXPECT_EQ(found, -1);
}

}  // namespace
}  // namespace tarry::replay
