// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/start/gcc_waiting.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tarry::runtime::start {
namespace {

std::string time_of(const char* spins, const char* policy, const char* threads, double spin_ns) {
  return block_time({spins, policy, threads, 4, spin_ns});
}

TEST(GccWaiting, SpinsAsLongAsGcc) {
  EXPECT_EQ(time_of("", "", "", 16), "5");
  EXPECT_EQ(time_of("", "", "4", 45), "14");
  EXPECT_EQ(time_of("", "", "4,2", 1), "1");  // 0 would mean no spinning at all
  EXPECT_EQ(time_of("2m", "", "", 10), "20");
  EXPECT_EQ(time_of("2000K", "passive", "", 10), "20");
  EXPECT_EQ(time_of("what", "", "", 10), "3");
}

TEST(GccWaiting, SleepsAtOnceWithoutCores) {
  EXPECT_EQ(time_of("", "", "5", 16), "0");
  EXPECT_EQ(time_of("", "active", "5,2", 16), "0");
  EXPECT_EQ(time_of("0", "", "", 16), "0");
}

TEST(GccWaiting, LeavesThePolicyToTheRuntime) {
  EXPECT_EQ(time_of("", "active", "", 16), "");
  EXPECT_EQ(time_of("", "passive", "2", 16), "");
  EXPECT_EQ(time_of("infinity", "", "", 16), "infinite");
}

TEST(GccWaiting, UsersSettingsStay) {
  for (const char* name : {"KMP_BLOCKTIME", "KMP_LIBRARY", "KMP_USE_YIELD"}) unsetenv(name);
  EXPECT_FALSE(variables_to_wait_like_gcc().empty());
  setenv("KMP_BLOCKTIME", "7", 1);
  EXPECT_TRUE(variables_to_wait_like_gcc().empty());
  unsetenv("KMP_BLOCKTIME");
}

}  // namespace
}  // namespace tarry::runtime::start
