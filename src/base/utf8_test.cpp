// SPDX-License-Identifier: BSD-3-Clause
#include "base/utf8.h"

#include <gtest/gtest.h>

#include "base/csv_field.h"

namespace tarry::base {
namespace {

TEST(Utf8, InvalidBytesBecomeQuestionMarks) {
  EXPECT_EQ(valid_utf8("Gr\u00f6\u00dfe \u2581"), "Gr\u00f6\u00dfe \u2581");
  EXPECT_EQ(valid_utf8("a\xff"
                       "b\xc3"),
            "a?b?");
  EXPECT_EQ(valid_utf8("\xc0\xaf \xed\xa0\x80"), "?? ???");  // overlong, surrogate
  EXPECT_EQ(utf8_length("\u2581", 0), 3u);
  EXPECT_EQ(utf8_length("a", 1), 0u);
}

TEST(Utf8, CharactersAreColumns) {
  EXPECT_EQ(columns_of(""), 0u);
  EXPECT_EQ(columns_of("f\u00fcr \u2581\u2588"), 6u);
}

TEST(CsvField, IsQuotedWhereNeededAndAlwaysValid) {
  EXPECT_EQ(csv_field("main"), "main");
  EXPECT_EQ(csv_field("f(int, \"x\")"), "\"f(int, \"\"x\"\")\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("bad\xff,name"), "\"bad?,name\"");
}

}  // namespace
}  // namespace tarry::base
