// SPDX-License-Identifier: BSD-3-Clause
#include "base/counted.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

TEST(Counted, OneAndMany) {
  EXPECT_EQ(counted(0, "message"), "0 messages");
  EXPECT_EQ(counted(1, "message"), "1 message");
  EXPECT_EQ(counted(2, "message"), "2 messages");
  EXPECT_EQ(counted(1, "process", "processes"), "1 process");
  EXPECT_EQ(counted(2, "process", "processes"), "2 processes");
}

TEST(Counted, TheVerbAgrees) {
  EXPECT_EQ(form_for(1, "is", "are"), "is");
  EXPECT_EQ(form_for(0, "is", "are"), "are");
  EXPECT_EQ(form_for(2, "is", "are"), "are");
}

}  // namespace
}  // namespace tarry::base
