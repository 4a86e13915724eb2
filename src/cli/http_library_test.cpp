// SPDX-License-Identifier: BSD-3-Clause
#include "cli/http_library.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tarry::cli {
namespace {

TEST(RandomToken, IsLongAndNeverTheSame) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(random_token());
  EXPECT_EQ(tokens.size(), 100u);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567"), std::string::npos);
  }
}

}  // namespace
}  // namespace tarry::cli
