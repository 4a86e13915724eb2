// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/number_table.h"

#include <gtest/gtest.h>

namespace tarry::runtime::mpi {
namespace {

TEST(NumberTable, FindsWhatWasAddedUntilItIsFull) {
  static constinit NumberTable table;
  const auto key = [](std::int32_t i) {
    return (std::uint64_t{1} << 63) | 8u * static_cast<unsigned>(i);
  };
  std::int32_t count = 0;
  for (; !table.full(); ++count) {
    EXPECT_EQ(table.find(key(count)), NumberTable::kNone);
    EXPECT_EQ(table.add(key(count)), count);
  }
  EXPECT_EQ(count, NumberTable::kMost);
  for (std::int32_t i = 0; i < count; ++i) EXPECT_EQ(table.find(key(i)), i);
  EXPECT_EQ(table.find(7), NumberTable::kNone);
}

}  // namespace
}  // namespace tarry::runtime::mpi
