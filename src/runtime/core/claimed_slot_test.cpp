// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/claimed_slot.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>
#include <vector>

namespace tarry::runtime::core {
namespace {

struct Slot {
  std::atomic<std::uint64_t> key{0};
};

TEST(ClaimedSlot, IsTheSameForTheSameKey) {
  static Slot slots[8];
  Slot* const first = find_slot<&Slot::key>(slots, 5, 8);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->key, 5u);
  EXPECT_EQ(find_slot<&Slot::key>(slots, 5, 8), first);
  EXPECT_NE(find_slot<&Slot::key>(slots, 6, 8), first);
  EXPECT_EQ(find_slot<&Slot::key>(slots, 7, 8, false), nullptr);
  EXPECT_EQ(find_slot<&Slot::key>(slots, 5, 8, false), first);
}

TEST(ClaimedSlot, ThereIsNoneInAFullTable) {
  static Slot slots[4];
  std::set<Slot*> claimed;
  for (std::uint64_t key = 1; key <= 4; ++key)
    claimed.insert(find_slot<&Slot::key>(slots, key, std::size(slots)));
  EXPECT_EQ(claimed.size(), 4u);
  EXPECT_FALSE(claimed.contains(nullptr));
  EXPECT_EQ(find_slot<&Slot::key>(slots, 5, std::size(slots)), nullptr);
}

TEST(ClaimedSlot, ThreadsAgree) {
  static Slot slots[64];
  std::array<std::vector<Slot*>, 4> found;
  {
    std::vector<std::jthread> threads;
    for (std::vector<Slot*>& mine : found)
      threads.emplace_back([&mine] {
        for (std::uint64_t key = 1; key <= 48; ++key)
          mine.push_back(find_slot<&Slot::key>(slots, key, std::size(slots)));
      });
  }
  for (const std::vector<Slot*>& mine : found) EXPECT_EQ(mine, found[0]);
  EXPECT_EQ(std::set<Slot*>(found[0].begin(), found[0].end()).size(), 48u);
}

}  // namespace
}  // namespace tarry::runtime::core
