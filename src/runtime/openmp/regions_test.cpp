// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/openmp/regions.h"

#include <gtest/gtest.h>

namespace tarry::runtime::pomp2 {
namespace {

TEST(Pomp2Regions, ReadsDescriptions) {
  const Description found =
      parse("105*regionType=critical*sscl=/x/a.c:17:17*escl=/x/a.c:18:18*criticalName=named**");
  EXPECT_EQ(found.file, "/x/a.c");
  EXPECT_EQ(found.line, 17u);
  EXPECT_EQ(found.critical_name, "named");
  EXPECT_EQ(found.user_name, "");
}

TEST(Pomp2Regions, ReadsUsersRegionsAndOddPaths) {
  const Description found =
      parse("9*regionType=userRegion*sscl=C:/y/b.f:4:4*userRegionName=mine**x");
  EXPECT_EQ(found.file, "C:/y/b.f");
  EXPECT_EQ(found.line, 4u);
  EXPECT_EQ(found.user_name, "mine");
}

TEST(Pomp2Regions, TakesNothingFromWhatItDoesNotKnow) {
  for (const char* text :
       {"", "**", "12*sscl=", "*sscl=a**", "*sscl=:1**", "no end*sscl=a.c:1:1"}) {
    EXPECT_EQ(parse(text).file, "") << text;
    EXPECT_EQ(parse(text).line, 0u) << text;
  }
}

TEST(Pomp2Regions, KnowsAHandleByItsFirstDescriptionOnly) {
  void* first = nullptr;
  void* second = nullptr;
  void* other = nullptr;
  EXPECT_EQ(region_of(&first, nullptr), nullptr);
  const Region* region = region_of(&first, "*sscl=a.c:1:2*criticalName=n**");
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(region_of(&first, nullptr), region);
  EXPECT_EQ(region_of(&second, "*sscl=a.c:5:6*criticalName=n**")->lock, region);
  EXPECT_NE(region_of(&other, "*sscl=a.c:9:9**")->lock, region);
}

}  // namespace
}  // namespace tarry::runtime::pomp2
