// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/range_sums.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::analysis {
namespace {

using Sums = RangeSums<2>;

TEST(RangeSums, AreThoseOfAddingOneByOne) {
  for (const std::size_t size : {1u, 15u, 16u, 17u, 300u, 5000u}) {
    Sums sums(size);
    std::vector<double> expected(size, 0.0);
    std::mt19937 random(static_cast<unsigned>(size));
    for (int i = 0; i < 200; ++i) {
      std::size_t begin = random() % (size + 1), end = random() % (size + 1);
      if (begin > end) std::swap(begin, end);
      sums.add(begin, end, {i + 1.0, -2.0 * (i + 1)});  // small whole numbers: sums are exact
      for (std::size_t at = begin; at < end; ++at) expected[at] += i + 1;
    }
    for (std::size_t at = 0; at < size; ++at) {
      EXPECT_EQ(sums.get(at)[0], expected[at]);
      EXPECT_EQ(sums.get(at)[1], -2 * expected[at]);
    }
  }
}

TEST(RangeSums, ClearedTheyAreNothing) {
  Sums sums(100);
  sums.add(3, 90, {0.1, 0.2});
  sums.clear();
  for (std::size_t at = 0; at < 100; ++at) EXPECT_EQ(sums.get(at), Sums::Values{});
}

}  // namespace
}  // namespace tarry::analysis
