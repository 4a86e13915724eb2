// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/region_key.h"

#include <gtest/gtest.h>

namespace tarry::trace::summary {
namespace {

using trace::eventlog::FunctionKey;

TEST(RegionKey, FunctionsComeBackWithTheirCallSite) {
  for (const FunctionKey& function :
       {FunctionKey{"/home/me/a.out", 0x40}, FunctionKey{"/lib/x.so", 0x40, "/home/me/a.out", 7},
        FunctionKey{"/lib/x.so", 0x40, "", 0, true}}) {
    const auto read = region_of_key(region_key(function));
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<FunctionKey>(*read), function);
  }
  const std::string key = region_key(FunctionKey{"a", 1, "b", 2});
  EXPECT_FALSE(region_of_key(key.substr(0, key.size() - 1)));
  EXPECT_FALSE(region_of_key(key + "x"));
}

}  // namespace
}  // namespace tarry::trace::summary
