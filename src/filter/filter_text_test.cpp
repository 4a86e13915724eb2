// SPDX-License-Identifier: BSD-3-Clause
#include "filter/filter_text.h"

#include <gtest/gtest.h>

#include "filter/parser.h"

namespace tarry::filter {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""us;

TEST(FilterText, IsWhatPeopleWrite) {
  Filter filter;
  filter.regions = {{true, false, "*"}, {false, false, "heat::step"}, {false, true, "_ZN4heat*"}};
  filter.ranks = {{model::Rank{0}, model::Rank{3}}, {model::Rank{8}, model::Rank{8}}};
  filter.times = {{2s, 4500ms}, {61s + 20us, TimeWindow::kNoEnd}};
  const std::string text = filter_text(filter, {"why", "two\nlines"});
  EXPECT_EQ(text,
            "# why\n"
            "# two lines\n"
            "SCOREP_REGION_NAMES_BEGIN\n"
            "  EXCLUDE *\n"
            "  INCLUDE heat::step\n"
            "  INCLUDE MANGLED _ZN4heat*\n"
            "SCOREP_REGION_NAMES_END\n"
            "TARRY_RANKS 0-3,8\n"
            "TARRY_TIME 2s-4.5s,61.00002s-\n");
  const auto read = parse_filter(text, "f");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(filter_text(*read, {"why", "two lines"}), text);
}

TEST(FilterText, OfNothingKeepsEverything) { EXPECT_EQ(filter_text({}, {}), ""); }

}  // namespace
}  // namespace tarry::filter
