// SPDX-License-Identifier: BSD-3-Clause
#include "base/result.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{ErrorCode::BadInput, "not even", std::to_string(n), "use 2"};
  return n / 2;
}

Result<int> quarter(int n) {
  TRY_ASSIGN(const int once, half(n));
  return half(once);
}

Status check_even(int n) {
  TRY(half(n));
  return kOk;
}

TEST(Result, TryAssignPassesValueOn) {
  ASSERT_TRUE(quarter(8).ok());
  EXPECT_EQ(*quarter(8), 2);
}

TEST(Result, TryReturnsFirstError) {
  EXPECT_EQ(quarter(7).error().message(), "not even: 7 (use 2)");
  EXPECT_EQ(quarter(6).error().message(), "not even: 3 (use 2)");
  EXPECT_FALSE(check_even(3).ok());
  EXPECT_TRUE(check_even(4).ok());
}

TEST(Result, MessageLeavesOutWhatIsEmpty) {
  EXPECT_EQ((Error{ErrorCode::Failed, "broken", "", ""}).message(), "broken");
  EXPECT_EQ((Error{ErrorCode::Failed, "broken", "x", ""}).message(), "broken: x");
}

}  // namespace
}  // namespace tarry::base
