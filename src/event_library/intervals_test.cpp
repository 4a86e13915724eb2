// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/intervals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace tarry::event_library {
namespace {

struct Item {
  Moment begin, end;
};

std::vector<std::uint64_t> open_in_all(const std::vector<Item>& items, const Moment& moment) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t i = 0; i < items.size(); ++i)
    if (items[i].begin <= moment && moment < items[i].end) found.push_back(i);
  return found;
}

TEST(Intervals, FindWhatIsOpen) {
  std::mt19937 random(1);
  for (const std::size_t count : {0, 1, 63, 64, 65, 5000, 20'000}) {
    std::vector<Item> items(count);
    for (Item& item : items) {
      const auto begin = static_cast<std::int64_t>(random() % 10'000);
      const bool is_long = random() % 50 == 0;
      item.begin = {begin, static_cast<std::uint32_t>(random() % 3), random() % 5};
      item.end = {begin + static_cast<std::int64_t>(random() % (is_long ? 5000 : 20)),
                  static_cast<std::uint32_t>(random() % 3), random() % 5};
      if (random() % 500 == 0) item.end = Moment::never();
      if (random() % 100 == 0) std::swap(item.begin, item.end);  // clocks may be wrong
    }
    Intervals intervals("/tmp");
    ASSERT_TRUE(intervals.build(std::span<const Item>(items)).ok());
    for (int question = 0; question < 300; ++question) {
      const Moment moment{static_cast<std::int64_t>(random() % 16'000) - 1000,
                          static_cast<std::uint32_t>(random() % 3), random() % 5};
      EXPECT_EQ(intervals.open_at(std::span<const Item>(items), moment),
                open_in_all(items, moment));
    }
  }
}

}  // namespace
}  // namespace tarry::event_library
