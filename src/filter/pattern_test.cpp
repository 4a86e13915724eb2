// SPDX-License-Identifier: BSD-3-Clause
#include "filter/pattern.h"

#include <gtest/gtest.h>

namespace tarry::filter {
namespace {

TEST(Pattern, ClosedBracketsAreSound) {
  for (const char* pattern :
       {"", "abc", "[abc]", "[!a-z]x", "[]]", "[!]]", "[[:alpha:]_]", "[[.].]]", "\\[abc",
        "a\\\\[b]", "operator[]", "operator[]*", "f[a\\]b]", "]", "\\"})
    EXPECT_FALSE(unclosed_bracket(pattern)) << pattern;
}

TEST(Pattern, OpenBracketsAreFound) {
  EXPECT_EQ(unclosed_bracket("[abc"), 0u);
  EXPECT_EQ(unclosed_bracket("ab[!c"), 2u);
  EXPECT_EQ(unclosed_bracket("[a]["), 3u);
  EXPECT_EQ(unclosed_bracket("x[!]"), 1u);
  EXPECT_EQ(unclosed_bracket("x[a\\]"), 1u);
  EXPECT_EQ(unclosed_bracket("\\\\[a"), 2u);
  EXPECT_EQ(unclosed_bracket("[[:alpha:]"), 0u);
}

TEST(Pattern, PlainNamesHaveNoWildcards) {
  EXPECT_TRUE(is_plain_name("MPI_Send"));
  for (const char* pattern : {"MPI_*", "MPI_?end", "MPI_[IS]send", "MPI\\_Send"})
    EXPECT_FALSE(is_plain_name(pattern)) << pattern;
}

}  // namespace
}  // namespace tarry::filter
