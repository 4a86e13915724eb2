// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/id_table.h"

#include <gtest/gtest.h>

#include <map>

namespace tarry::analysis {
namespace {

TEST(IdTable, BehavesAsAMapUnderChurn) {
  IdTable<std::uint32_t> table;
  std::map<std::uint64_t, std::uint32_t> model;
  std::uint64_t state = 1;
  for (std::uint32_t step = 0; step < 20000; ++step) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const std::uint64_t id = (state >> 33) % 300;
    if (state >> 63) {
      table.insert(id, step);
      model[id] = step;
    } else {
      const auto taken = table.take(id);
      const auto expected = model.find(id);
      ASSERT_EQ(taken.has_value(), expected != model.end());
      if (taken) {
        ASSERT_EQ(*taken, expected->second);
        model.erase(expected);
      }
    }
  }
  EXPECT_GT(model.size(), 10u);
  table.for_each([&](std::uint64_t id, std::uint32_t step) {
    EXPECT_EQ(model[id], step);
    model.erase(id);
  });
  EXPECT_TRUE(model.empty());
}

}  // namespace
}  // namespace tarry::analysis
