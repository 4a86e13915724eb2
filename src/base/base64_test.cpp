// SPDX-License-Identifier: BSD-3-Clause
#include "base/base64.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

// The examples of RFC 4648.
TEST(Base64, PadsWhatIsNoMultipleOfThree) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, TakesAnyBytes) {
  EXPECT_EQ(base64(std::string_view("\0\xff\xfe\x80", 4)), "AP/+gA==");
}

}  // namespace
}  // namespace tarry::base
