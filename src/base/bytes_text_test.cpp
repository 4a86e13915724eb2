// SPDX-License-Identifier: BSD-3-Clause
#include "base/bytes_text.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

constexpr double kKibi = 1024;

TEST(BytesText, ShowsFourDigitsWithAUnitThatFits) {
  EXPECT_EQ(bytes_text(0.0), "0");
  EXPECT_EQ(bytes_text(std::uint64_t{1}), "1 B");
  EXPECT_EQ(bytes_text(1023.0), "1023 B");
  EXPECT_EQ(bytes_text(2.5), "2.500 B");
  EXPECT_EQ(bytes_text(64 * kKibi), "64.00 KiB");
  EXPECT_EQ(bytes_text(1.334 * kKibi * kKibi), "1.334 MiB");
  EXPECT_EQ(bytes_text(2 * kKibi * kKibi * kKibi), "2.000 GiB");
  EXPECT_EQ(bytes_text(5000 * kKibi * kKibi * kKibi * kKibi), "5000 TiB");
  EXPECT_EQ(bytes_text(-1536.0), "-1.500 KiB");
}

TEST(BytesText, ChoosesTheUnitOfWhatIsShown) {
  EXPECT_EQ(bytes_text(1023.7), "1.000 KiB");
  EXPECT_EQ(bytes_text(1023.7 * kKibi), "1.000 MiB");
  EXPECT_EQ(bytes_text(99.996 * kKibi), "100.0 KiB");
  EXPECT_EQ(bytes_text(1023.4 * kKibi), "1023 KiB");
}

}  // namespace
}  // namespace tarry::base
