// SPDX-License-Identifier: BSD-3-Clause
#include "base/fnv1a.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

// The values are those of the draft's test vectors.
TEST(Fnv1a, IsThatOfTheSource) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace tarry::base
