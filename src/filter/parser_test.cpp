// SPDX-License-Identifier: BSD-3-Clause
#include "filter/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::filter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;

std::string error_of(const std::string& text) {
  const auto made = parse_filter(text, "f.filter");
  return made.ok() ? "" : made.error().message();
}

TEST(FilterParser, ReadsWhatScorePReads) {
  const auto made = parse_filter(
      "# a comment\n"
      "SCOREP_FILE_NAMES_BEGIN # the files\n"
      "  EXCLUDE */lib/*  */third_party/*\n"
      "SCOREP_FILE_NAMES_END\r\n"
      "SCOREP_REGION_NAMES_BEGIN\n"
      "  EXCLUDE\n    bt_*   # hot\n    x_solve\n  INCLUDE MANGLED _Z4keepv EXCLUDE last\n"
      "SCOREP_REGION_NAMES_END\n",
      "f");
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made->files.size(), 2u);
  EXPECT_EQ(made->files[1].pattern, "*/third_party/*");
  ASSERT_EQ(made->regions.size(), 4u);
  EXPECT_EQ(made->regions[0].pattern, "bt_*");
  EXPECT_EQ(made->regions[1].pattern, "x_solve");
  EXPECT_FALSE(made->regions[2].excludes);
  EXPECT_TRUE(made->regions[2].mangled);
  EXPECT_TRUE(made->regions[3].excludes);
  EXPECT_FALSE(made->regions[3].mangled);
}

TEST(FilterParser, AnEmptyFileKeepsEverything) {
  const auto made = parse_filter("\n# nothing\n", "f");
  ASSERT_TRUE(made.ok());
  EXPECT_FALSE(made->has_rules());
}

TEST(FilterParser, WindowsAreOrderedAndJoined) {
  const auto made = parse_filter("TARRY_RANKS 6-,1-2 3\nTARRY_TIME 1.5-2s,-500ms,2s-1m", "f");
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made->ranks.size(), 2u);
  EXPECT_EQ(made->ranks[0].first, model::Rank{1});
  EXPECT_EQ(made->ranks[0].last, model::Rank{3});
  ASSERT_EQ(made->times.size(), 2u);
  EXPECT_EQ(made->times[0].begin, seconds(0));
  EXPECT_EQ(made->times[0].end, milliseconds(500));
  EXPECT_EQ(made->times[1].begin, milliseconds(1500));
  EXPECT_EQ(made->times[1].end, seconds(60));
}

TEST(FilterParser, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_THAT(error_of("\n  EXCLUDE a"),
              AllOf(HasSubstr("f.filter:2:3"), HasSubstr("expected SCOREP_REGION_NAMES_BEGIN")));
  EXPECT_THAT(error_of("SCOREP_REGION_NAMES_BEGIN\n a*\nSCOREP_REGION_NAMES_END"),
              AllOf(HasSubstr("f.filter:2:2"), HasSubstr("expected EXCLUDE, INCLUDE or")));
  EXPECT_THAT(error_of("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE\nSCOREP_REGION_NAMES_END"),
              AllOf(HasSubstr("f.filter:3:1"), HasSubstr("expected a pattern behind EXCLUDE")));
  EXPECT_THAT(error_of("SCOREP_REGION_NAMES_BEGIN EXCLUDE a SCOREP_FILE_NAMES_END"),
              AllOf(HasSubstr("f.filter:1:37"), HasSubstr("SCOREP_REGION_NAMES_END")));
  EXPECT_THAT(error_of("\nSCOREP_FILE_NAMES_BEGIN EXCLUDE a\n"),
              AllOf(HasSubstr("f.filter:3:1"), HasSubstr("begins in line 2"),
                    HasSubstr("expected SCOREP_FILE_NAMES_END")));
  EXPECT_THAT(error_of("SCOREP_FILE_NAMES_BEGIN EXCLUDE MANGLED a SCOREP_FILE_NAMES_END"),
              AllOf(HasSubstr("f.filter:1:33"), HasSubstr("regions only")));
  EXPECT_THAT(error_of("SCOREP_FILE_NAMES_BEGIN EXCLUDE a\\\nb SCOREP_FILE_NAMES_END"),
              AllOf(HasSubstr("f.filter:1:34"), HasSubstr("backslash")));
  EXPECT_THAT(error_of("TARRY_MODULE_NAMES_BEGIN EXCLUDE"), HasSubstr("file ends too early"));
}

TEST(FilterParser, OpenBracketsAreRefused) {
  EXPECT_THAT(error_of("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE a b[cd\nSCOREP_REGION_NAMES_END"),
              AllOf(HasSubstr("f.filter:2:12"), HasSubstr("'b[cd'"), HasSubstr("write \\[")));
}

TEST(FilterParser, WrongWindowsAreRefused) {
  EXPECT_THAT(error_of("TARRY_RANKS 3-1"), AllOf(HasSubstr("f.filter:1:13"), HasSubstr("'0-3,8'")));
  EXPECT_THAT(error_of("TARRY_RANKS\n0-3"), HasSubstr("behind TARRY_RANKS"));
  for (const char* wrong : {"x", "-", "1,,2", "-3", "4294967295", "1-2-3", "1,", "+1"})
    EXPECT_THAT(error_of(std::string("TARRY_RANKS ") + wrong), HasSubstr("1:13")) << wrong;
  for (const char* wrong : {"10s", "-", "20s-10s", "5s-5s", "1x-2x", "1s-2s,", "1e3-2e3", "nan-",
                            "inf-", "1s--2s", "999999999h-"})
    EXPECT_THAT(error_of(std::string("TARRY_TIME ") + wrong), HasSubstr("1:12")) << wrong;
}

TEST(FilterParser, MissingFilesAreNamed) {
  const auto made = read_filter("/no/such/filter");
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message(), HasSubstr("/no/such/filter"));
}

}  // namespace
}  // namespace tarry::filter
