// SPDX-License-Identifier: BSD-3-Clause
#include "base/caught.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace tarry::base {
namespace {

TEST(Caught, ExceptionsBecomeErrors) {
  EXPECT_THAT(error_of(std::bad_alloc(), "run1").message(),
              testing::StartsWith("not enough memory: run1 ("));
  EXPECT_THAT(error_of(std::length_error("too long"), "").message(),
              testing::HasSubstr("(too long)"));
}

}  // namespace
}  // namespace tarry::base
