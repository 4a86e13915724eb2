// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/uneven_loads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/extrapolate/extrapolate.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

// Returns the trace of a ring, one rank of which computes `times` as long as the others.
NamedTrace ring_with_slow_rank(std::uint32_t ranks, std::uint32_t slow, std::uint64_t times) {
  NamedTrace out{"ring-" + std::to_string(ranks),
                 synthetic::compressed_program({"ring", ranks, 10, 1, {ranks}})};
  for (Event& event : out.trace.events) {
    std::vector<EventTimes> divided;
    for (const EventTimes& each : event.times)
      for (const std::uint32_t rank : each.ranks.ranks()) {
        EventTimes own = each;
        own.ranks = RankSet::of_sorted({rank});
        own.before = {};
        for (std::uint64_t i = 0; i < each.before.count() / each.ranks.size(); ++i)
          own.before.add(1000 * (rank == slow ? times : 1));
        divided.push_back(own);
      }
    event.times = std::move(divided);
  }
  return out;
}

// The slow rank is at places that follow no rule unless they are equal.
std::vector<std::string> notes(std::uint64_t times, std::uint32_t in_4 = 1,
                               std::uint32_t in_16 = 9) {
  auto made = fit_formulas({ring_with_slow_rank(4, in_4, times), ring_with_slow_rank(8, 1, times),
                            ring_with_slow_rank(16, in_16, times)});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  return made.ok() ? made->notes : std::vector<std::string>{};
}

TEST(UnevenLoads, RanksOfAClassThatDifferAreNamed) {
  EXPECT_THAT(notes(3, 3),
              testing::ElementsAre(testing::AllOf(
                  testing::StartsWith("the loads of single ranks: in 'ring-16' "),
                  testing::HasSubstr("waiting for the slower ones is not predicted"))));
}

TEST(UnevenLoads, RanksThatFollowARuleAreNot) { EXPECT_THAT(notes(3, 1, 1), testing::IsEmpty()); }

TEST(UnevenLoads, EvenLoadsAreNot) { EXPECT_THAT(notes(1), testing::IsEmpty()); }

}  // namespace
}  // namespace tarry::compressed
