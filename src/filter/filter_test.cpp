// SPDX-License-Identifier: BSD-3-Clause
#include "filter/filter.h"

#include <gtest/gtest.h>

#include "filter/parser.h"

namespace tarry::filter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Filter regions(const std::string& rules) {
  auto made = parse_filter("SCOREP_REGION_NAMES_BEGIN " + rules + "\nSCOREP_REGION_NAMES_END", "f");
  EXPECT_TRUE(made.ok()) << made.error().message();
  return made.ok() ? *made : Filter{};
}

bool excludes_name(const Filter& filter, const char* name) {
  return excludes(filter, {.name = name});
}

TEST(Filter, KeepsWhatNoRuleFits) {
  EXPECT_FALSE(excludes_name(Filter{}, "main"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE other"), "main"));
}

TEST(Filter, TheLastRuleThatFitsWins) {
  const Filter filter = regions("EXCLUDE * INCLUDE heat::* EXCLUDE heat::Grid::at");
  EXPECT_TRUE(excludes_name(filter, "main"));
  EXPECT_FALSE(excludes_name(filter, "heat::Grid::step"));
  EXPECT_TRUE(excludes_name(filter, "heat::Grid::at"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE a INCLUDE a"), "a"));
  EXPECT_TRUE(excludes_name(regions("INCLUDE a EXCLUDE a"), "a"));
}

TEST(Filter, PatternsAreThoseOfTheShell) {
  EXPECT_TRUE(excludes_name(regions("EXCLUDE s?ep"), "step"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE s?ep"), "sleep"));
  EXPECT_TRUE(excludes_name(regions("EXCLUDE s[t-v]ep"), "step"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE s[!t]ep"), "step"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE st"), "step"));
  EXPECT_FALSE(excludes_name(regions("EXCLUDE STEP"), "step"));
  EXPECT_TRUE(excludes_name(regions("EXCLUDE *"), "a/.b"));
}

TEST(Filter, EscapesTakeTheMeaningAway) {
  EXPECT_TRUE(excludes_name(regions(R"(EXCLUDE operator\ new)"), "operator new"));
  EXPECT_TRUE(excludes_name(regions(R"(EXCLUDE a\#b)"), "a#b"));
  EXPECT_FALSE(excludes_name(regions(R"(EXCLUDE operator\*)"), "operator+"));
  EXPECT_TRUE(excludes_name(regions("EXCLUDE operator[]"), "operator[]"));
}

TEST(Filter, MangledRulesSeeTheNameOfTheLinker) {
  const Filter filter = regions("EXCLUDE MANGLED _ZN4heat*");
  EXPECT_TRUE(excludes(filter, {.name = "heat::step", .mangled = "_ZN4heat4stepEv"}));
  EXPECT_FALSE(excludes(filter, {.name = "_ZN4heat", .mangled = "other"}));
  EXPECT_TRUE(excludes(regions("EXCLUDE MANGLED step_"), {.name = "step_"}));
}

TEST(Filter, FilesAndModulesComeBeforeRegions) {
  auto made = parse_filter(
      "SCOREP_REGION_NAMES_BEGIN INCLUDE main EXCLUDE hot SCOREP_REGION_NAMES_END\n"
      "SCOREP_FILE_NAMES_BEGIN EXCLUDE * INCLUDE *.cpp SCOREP_FILE_NAMES_END\n"
      "TARRY_MODULE_NAMES_BEGIN EXCLUDE */libm.so* TARRY_MODULE_NAMES_END\n",
      "f");
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_TRUE(excludes(*made, {.name = "main", .file = "src/a.c"}));
  EXPECT_FALSE(excludes(*made, {.name = "main", .file = "src/a.cpp"}));
  EXPECT_TRUE(excludes(*made, {.name = "hot", .file = "src/a.cpp"}));
  EXPECT_TRUE(excludes(*made, {.name = "main", .file = "a.cpp", .module = "/lib/libm.so.6"}));
  // An unknown name is not excluded, not even by `*`.
  EXPECT_FALSE(excludes(*made, {.name = "main"}));
}

TEST(Filter, ExactPatternsFitOneName) {
  for (const char* name :
       {"main", "operator new", "operator*", "a<b, c[3]>::d", "x\\y", "#1", "EXCLUDE",
        "SCOREP_REGION_NAMES_END", "MANGLED", "operator[]", "a\vb\r"}) {
    const Filter filter = regions("EXCLUDE " + exact_pattern(name));
    EXPECT_TRUE(excludes_name(filter, name)) << name;
    EXPECT_FALSE(excludes_name(filter, (std::string(name) + "x").c_str())) << name;
    EXPECT_EQ(filter.regions.size(), 1u) << name;
  }
}

TEST(Filter, WindowsSayWhatIsKept) {
  auto made = parse_filter("TARRY_RANKS 8,0-3\nTARRY_RANKS 3-4\nTARRY_TIME 1m- 10s-20s", "f");
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_TRUE(keeps(*made, model::Rank{0}));
  EXPECT_TRUE(keeps(*made, model::Rank{4}));
  EXPECT_FALSE(keeps(*made, model::Rank{5}));
  EXPECT_TRUE(keeps(*made, model::Rank{8}));
  EXPECT_FALSE(keeps(*made, milliseconds(9999)));
  EXPECT_TRUE(keeps(*made, seconds(10)));
  EXPECT_FALSE(keeps(*made, seconds(20)));
  EXPECT_TRUE(keeps(*made, seconds(86400)));
  EXPECT_TRUE(keeps(Filter{}, model::Rank{7}));
  EXPECT_TRUE(keeps(Filter{}, seconds(7)));
}

}  // namespace
}  // namespace tarry::filter
