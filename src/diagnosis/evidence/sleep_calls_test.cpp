// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/sleep_calls.h"

#include <gtest/gtest.h>

namespace tarry::diagnosis {
namespace {

bool sleeps(const char* name) {
  samples::Site site;
  site.name = name;
  return is_sleep(site);
}

TEST(SleepCalls, AreThoseOfTheLibraries) {
  EXPECT_TRUE(sleeps("usleep"));
  EXPECT_TRUE(sleeps("__clock_nanosleep"));
  EXPECT_TRUE(sleeps("std::this_thread::sleep_for<long, std::ratio<1l, 1000l> >"));
  EXPECT_FALSE(sleeps("sleepy_work"));
  EXPECT_FALSE(sleeps("nanosleep_later"));
  EXPECT_FALSE(sleeps(""));
}

}  // namespace
}  // namespace tarry::diagnosis
