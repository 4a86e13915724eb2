// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/pending_operations.h"

#include <gtest/gtest.h>

#include <set>

namespace tarry::runtime::mpi {
namespace {

TEST(PendingOperations, OneNumberForEachTarget) {
  PendingOperations pending;
  pending.at(7)->matching = 1;
  pending.at(3)->matching = 2;
  EXPECT_EQ(pending.at(7)->matching, 1u);
  EXPECT_EQ(pending.take(7), 1u);
  EXPECT_EQ(pending.take(7), 0u);
  EXPECT_EQ(pending.take_any(), 2u);
  EXPECT_EQ(pending.take_any(), 0u);
  EXPECT_EQ(pending.at(7)->matching, 0u);
  pending.release();
}

TEST(PendingOperations, ManyTargetsInAnyOrder) {
  PendingOperations pending;
  for (std::uint32_t target = 0; target < 1000; ++target) pending.at(target)->matching = target + 1;
  for (std::uint32_t target = 0; target < 1000; target += 3)
    EXPECT_EQ(pending.take(target), target + 1);
  std::set<std::uint32_t> rest;
  while (const std::uint32_t matching = pending.take_any()) rest.insert(matching);
  EXPECT_EQ(rest.size(), 666u);
  EXPECT_EQ(rest.count(1), 0u);
  EXPECT_EQ(rest.count(2), 1u);
  pending.release();
}

}  // namespace
}  // namespace tarry::runtime::mpi
