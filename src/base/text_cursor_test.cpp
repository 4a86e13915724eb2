// SPDX-License-Identifier: BSD-3-Clause
#include "base/text_cursor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TextCursor, FindsLinesWithWordsAndTheirPlaces) {
  TextCursor cursor("  # only a comment\n\n one two # rest\r\nthree", "f");
  ASSERT_TRUE(cursor.next_line());
  EXPECT_EQ(cursor.error(cursor.place(), "odd", "hint").message(), "odd: f:3:2 (hint)");
  EXPECT_EQ(cursor.rest_of_line(), "one two # rest\r");
  EXPECT_THAT(cursor.take_words(), ElementsAre("one", "two"));
  EXPECT_EQ(cursor.line_error("odd").message(), "odd: f:3");
  EXPECT_THAT(cursor.take_words(), IsEmpty());
  ASSERT_TRUE(cursor.next_line());
  EXPECT_THAT(cursor.take_words(), ElementsAre("three"));
  EXPECT_FALSE(cursor.next_line());
  EXPECT_TRUE(cursor.at_end());
}

TEST(TextCursor, TakesNoMoreThanTheLineHas) {
  TextCursor cursor("a=b\nc", "f");
  EXPECT_EQ(cursor.take_until("= "), "a");
  EXPECT_FALSE(cursor.accept('-'));
  EXPECT_TRUE(cursor.accept('='));
  EXPECT_EQ(cursor.take_until("\""), "b");
  EXPECT_EQ(cursor.peek(), '\n');
  EXPECT_EQ(cursor.peek(1), 'c');
  cursor.advance();
  EXPECT_EQ(cursor.place().line, 2u);
  EXPECT_EQ(cursor.place().column, 1u);
  EXPECT_FALSE(cursor.accept("cc"));
  EXPECT_TRUE(cursor.accept("c"));
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.peek(), '\n');
  EXPECT_FALSE(cursor.accept('\n'));
  EXPECT_EQ(cursor.take_until(" "), "");
  EXPECT_EQ(cursor.place().column, 2u);
}

}  // namespace
}  // namespace tarry::base
