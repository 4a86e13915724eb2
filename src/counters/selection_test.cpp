// SPDX-License-Identifier: BSD-3-Clause
#include "counters/selection.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tarry::counters {
namespace {

std::vector<std::string> names(const Selection& selection) {
  std::vector<std::string> out;
  for (const ChosenCounter& each : selection)
    out.push_back((each.of_process ? std::string(kOfProcess) : "") + std::string(each.name));
  return out;
}

TEST(Selection, IsInTheOrderOfTheList) {
  Selection selection;
  ASSERT_EQ(selection.parse("ru_minflt,page-faults,PAPI_TOT_INS,process:ru_maxrss,perf::FAULTS"),
            ListError::None);
  const std::vector<std::string> expected = {"ru_minflt", "page-faults", "PAPI_TOT_INS",
                                             "process:ru_maxrss", "perf::FAULTS"};
  EXPECT_EQ(names(selection), expected);
  EXPECT_EQ(selection.begin()[0].source(), Source::ResourceUsage);
  EXPECT_EQ(selection.begin()[1].source(), Source::PerfSoftware);
  EXPECT_EQ(selection.begin()[2].source(), Source::Papi);
  EXPECT_EQ(selection.begin()[4].source(), Source::Papi);
  EXPECT_TRUE(selection.needs_papi());
}

TEST(Selection, MayBeEmpty) {
  Selection selection;
  EXPECT_EQ(selection.parse(""), ListError::None);
  EXPECT_EQ(selection.size(), 0u);
  EXPECT_FALSE(selection.needs_papi());
}

TEST(Selection, HasAllOfAKind) {
  Selection selection;
  ASSERT_EQ(selection.parse("page-faults,perf"), ListError::None);
  EXPECT_EQ(selection.size(), 7u);
  for (const ChosenCounter& each : selection) EXPECT_EQ(each.source(), Source::PerfSoftware);
  ASSERT_EQ(selection.parse("rusage"), ListError::None);
  EXPECT_EQ(selection.size(), 8u);
  ASSERT_EQ(selection.parse("process:rusage"), ListError::None);
  EXPECT_EQ(selection.size(), 9u);
}

TEST(Selection, SaysWhichWordIsWrong) {
  const std::string too_long(Selection::kLongestName + 1, 'x');
  const struct {
    std::string list;
    ListError error;
    std::string word;
  } cases[] = {
      {"a,,b", ListError::EmptyName, ""},
      {"a,", ListError::EmptyName, ""},
      {"process:", ListError::EmptyName, "process:"},
      {"ru_utime," + too_long, ListError::NameTooLong, too_long},
      {"ru_utime,ru_stime,ru_utime", ListError::Twice, "ru_utime"},
      {"process:page-faults", ListError::NotOfProcess, "process:page-faults"},
      {"process:perf", ListError::NotOfProcess, "process:perf"},
      {"process:PAPI_TOT_INS", ListError::NotOfProcess, "process:PAPI_TOT_INS"},
      {"ru_maxrss", ListError::OnlyOfProcess, "ru_maxrss"},
  };
  for (const auto& each : cases) {
    Selection selection;
    EXPECT_EQ(selection.parse(each.list), each.error) << each.list;
    EXPECT_EQ(selection.word(), each.word);
  }
}

TEST(Selection, HasABound) {
  std::string list;
  for (std::size_t i = 0; i < Selection::kMostCounters; ++i)
    list += (i == 0 ? "c" : ",c") + std::to_string(i);
  Selection selection;
  EXPECT_EQ(selection.parse(list), ListError::None);
  EXPECT_EQ(selection.parse(list + ",one"), ListError::TooMany);
}

TEST(Selection, LeavesOneOut) {
  Selection selection;
  ASSERT_EQ(selection.parse("a,b,c"), ListError::None);
  selection.remove(selection.begin() + 1);
  const std::vector<std::string> expected = {"a", "c"};
  EXPECT_EQ(names(selection), expected);
  selection.remove(selection.begin() + 1);
  EXPECT_EQ(selection.size(), 1u);
}

}  // namespace
}  // namespace tarry::counters
