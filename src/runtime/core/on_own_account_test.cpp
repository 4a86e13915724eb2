// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/on_own_account.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>

#include "runtime/core/beside_samples.h"

namespace tarry::runtime::core {
namespace {

TEST(OnOwnAccount, IsWhereTheOutermostOneLies) {
  EXPECT_EQ(tarry_own_account(), 0u);
  // Frames lie in this order, outer ones at higher addresses.
  alignas(OnOwnAccount) unsigned char stack[2][sizeof(OnOwnAccount)];
  auto* outer = new (stack[1]) OnOwnAccount;
  auto* inner = new (stack[0]) OnOwnAccount;
  EXPECT_EQ(tarry_own_account(), reinterpret_cast<std::uintptr_t>(outer));
  inner->~OnOwnAccount();
  EXPECT_EQ(tarry_own_account(), reinterpret_cast<std::uintptr_t>(outer));
  outer->~OnOwnAccount();
  EXPECT_EQ(tarry_own_account(), 0u);
}

TEST(OnOwnAccount, TakesThePlaceOfOneThatWasLeftByAJump) {
  alignas(OnOwnAccount) unsigned char stack[2][sizeof(OnOwnAccount)];
  new (stack[0]) OnOwnAccount;
  auto* outer = new (stack[1]) OnOwnAccount;
  EXPECT_EQ(tarry_own_account(), reinterpret_cast<std::uintptr_t>(outer));
  outer->~OnOwnAccount();
  EXPECT_EQ(tarry_own_account(), 0u);
}

TEST(OnOwnAccount, KeepsErrno) {
  errno = ERANGE;
  {
    const OnOwnAccount on_own_account;
    errno = EINVAL;
  }
  EXPECT_EQ(errno, ERANGE);
}

}  // namespace
}  // namespace tarry::runtime::core
