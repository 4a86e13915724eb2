// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/wrong_order.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::analysis {
namespace {

using model::Rank;
using model::Ticks;

LateSenderInstance late(std::int64_t send_time, std::uint32_t source) {
  return {Ticks{send_time}, Ticks{1}, Rank{source}, model::CallPathId{0}, 8};
}

std::vector<std::int64_t> found_by(WrongOrderDetector& detector, std::int64_t send_time,
                                   std::uint32_t source, std::vector<bool>* same = nullptr) {
  std::vector<std::int64_t> found;
  detector.received(Ticks{send_time}, Rank{source}, [&](const LateSenderInstance& it, bool equal) {
    found.push_back(it.send_time.count);
    if (same != nullptr) same->push_back(equal);
  });
  return found;
}

TEST(WrongOrder, OnlyMessagesSentLaterThanTheReceivedOneAreFound) {
  WrongOrderDetector detector;
  detector.keep(late(10, 1));
  detector.keep(late(30, 2));
  EXPECT_TRUE(found_by(detector, 30, 1).empty()) << "equal times are no wrong order";
  std::vector<bool> same;
  EXPECT_EQ(found_by(detector, 20, 2, &same), std::vector<std::int64_t>{30});
  EXPECT_EQ(same, std::vector<bool>{true});
  EXPECT_TRUE(found_by(detector, 20, 2).empty()) << "an instance is classified once";
  EXPECT_EQ(found_by(detector, 5, 7, &same), std::vector<std::int64_t>{10});
  EXPECT_FALSE(same.back());
}

TEST(WrongOrder, TheOldestOfMoreThanAHundredIsForgotten) {
  WrongOrderDetector detector;
  for (std::int64_t i = 0; i <= 100; ++i) detector.keep(late(1000 + i, 1));
  const auto found = found_by(detector, 1, 1);
  EXPECT_EQ(found.size(), 100u);
  EXPECT_EQ(found.front(), 1001);
}

}  // namespace
}  // namespace tarry::analysis
