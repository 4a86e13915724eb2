// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/uneven_loads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/extrapolate/extrapolate.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

// Returns the trace of a ring whose last rank computes `times` as long as the others.
NamedTrace ring_with_slow_rank(std::uint32_t ranks, std::uint64_t times) {
  NamedTrace out{"ring-" + std::to_string(ranks),
                 synthetic::compressed_program({"ring", ranks, 10, 1, {ranks}})};
  for (Event& event : out.trace.events) {
    std::vector<EventTimes> divided;
    for (const EventTimes& each : event.times)
      for (const std::uint32_t rank : each.ranks.ranks()) {
        EventTimes own = each;
        own.ranks = RankSet::of_sorted({rank});
        const std::uint64_t before = 1000 * (rank + 1 == ranks ? times : 1);
        own.before = {};
        own.before.add(before);
        divided.push_back(own);
      }
    event.times = std::move(divided);
  }
  return out;
}

std::vector<std::string> notes(std::uint64_t times) {
  auto made = fit_formulas({ring_with_slow_rank(4, times), ring_with_slow_rank(8, times),
                            ring_with_slow_rank(16, times)});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  return made.ok() ? made->notes : std::vector<std::string>{};
}

TEST(UnevenLoads, RanksOfAClassThatDifferAreNamed) {
  EXPECT_THAT(notes(3), testing::ElementsAre(testing::AllOf(
                            testing::StartsWith("the loads of single ranks: in 'ring-16' "),
                            testing::HasSubstr("waiting for the slower ones is not predicted"))));
}

TEST(UnevenLoads, EvenLoadsAreNot) { EXPECT_THAT(notes(1), testing::IsEmpty()); }

}  // namespace
}  // namespace tarry::compressed
