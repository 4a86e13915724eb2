// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/flat_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tarry::runtime::mpi {
namespace {

TEST(FlatTable, EmptyHasNothing) {
  FlatTable<int> table;
  EXPECT_EQ(table.find(0), nullptr);
  table.erase(0);
  EXPECT_EQ(table.find(0), nullptr);
}

TEST(FlatTable, NewValuesAreZeroAndKeepWhatIsStored) {
  FlatTable<int> table;
  int* value = table.insert(0);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(*value, 0);
  *value = 5;
  EXPECT_EQ(*table.insert(0), 5);
  table.release();
}

// The test compares with std::map; keys collide and are erased in between.
TEST(FlatTable, AgreesWithMap) {
  FlatTable<std::uint64_t> table;
  std::map<std::uint64_t, std::uint64_t> reference;
  std::mt19937_64 random(42);
  for (int step = 0; step < 200'000; ++step) {
    const std::uint64_t key = (random() % 700) << 20;
    if (random() % 2 == 0) {
      *table.insert(key) = reference[key] = random();
    } else {
      table.erase(key);
      reference.erase(key);
    }
    const std::uint64_t probe = (random() % 700) << 20;
    const std::uint64_t* found = table.find(probe);
    const auto expected = reference.find(probe);
    ASSERT_EQ(found != nullptr, expected != reference.end());
    ASSERT_TRUE(found == nullptr || *found == expected->second);
  }
  for (const auto& [key, value] : reference) EXPECT_EQ(*table.find(key), value);
  table.release();
}

}  // namespace
}  // namespace tarry::runtime::mpi
