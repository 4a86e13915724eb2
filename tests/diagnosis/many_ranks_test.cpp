// SPDX-License-Identifier: BSD-3-Clause
// Tests the clocks of many ranks, some of which are off: L. Wei, J. Mellor-Crummey,
// PPoPP 2020, section 6.4, have 1,728 ranks on Titan.
#include <gtest/gtest.h>

#include <random>

#include "diagnosis/dealt_samples.h"
#include "diagnosis/rendered.h"

namespace tarry::testing {
namespace {

using samples::Time;
using std::chrono::milliseconds;

struct ManyRanks {
  samples::SampleSet samples;
  std::vector<Time> ahead;  // by rank
};

// Returns ten iterations of uneven work, 60 to 100 ms, and a barrier that all ranks leave 120 ms
// after the previous one. Every 37th clock is up to half a second off. The ranks are sampled at
// different times.
ManyRanks many_ranks(std::uint32_t ranks) {
  ManyRanks made;
  samples::CallingContextTree& tree = made.samples.tree;
  const auto below = [&](samples::FrameId parent, samples::Site site) {
    return tree.child(parent, tree.intern(site));
  };
  samples::Site loop_site;
  loop_site.kind = samples::FrameKind::Loop;
  loop_site.line = 3;
  const samples::FrameId main = below(samples::CallingContextTree::kRoot, {.name = "main"});
  const samples::FrameId loop = below(main, loop_site);
  const samples::FrameId work = below(loop, {.name = "work", .line = 4});
  const samples::FrameId barrier = below(loop, {.name = "MPI_Barrier", .line = 5});
  std::mt19937 random(1);
  std::uniform_int_distribution<int> offset(-500, 500);
  std::uniform_int_distribution<int> length(60, 100);
  std::uniform_int_distribution<int> first(1, 3999);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    made.ahead.push_back(rank % 37 == 5 ? milliseconds(offset(random)) : milliseconds(0));
    samples::ThreadSamples& thread = made.samples.threads.emplace_back();
    thread.rank = model::Rank{rank};
    thread.host = "n" + std::to_string(rank);
    thread.period = milliseconds(4);
    thread.begin = made.ahead.back();
    thread.end = milliseconds(1200) + made.ahead.back();
    Time time = std::chrono::microseconds(first(random));
    for (int iteration = 0; iteration < 10; ++iteration) {
      const Time begin = milliseconds(120) * iteration;
      const Time enter = begin + milliseconds(length(random));
      samples::FrameId before;
      for (; time < begin + milliseconds(120); time += thread.period) {
        const samples::FrameId leaf = time < enter ? work : barrier;
        const std::uint32_t stayed = leaf == before ? 3 : 1;
        thread.samples.push_back({time + made.ahead.back(), leaf, stayed});
        before = leaf;
      }
    }
  }
  return made;
}

void expect_clocks(std::uint32_t ranks) {
  const ManyRanks made = many_ranks(ranks);
  const auto result = diagnosed(made.samples, 3);
  ASSERT_TRUE(result.ok()) << result.error().message();
  ASSERT_EQ(result->clocks.size(), ranks);
  for (const diagnosis::RankClock& clock : result->clocks) {
    ASSERT_TRUE(clock.offset.is_known) << clock.rank;
    const Time off = clock.offset.ahead - made.ahead[clock.rank];
    EXPECT_LE(std::chrono::abs(off), clock.offset.error) << clock.rank;
    EXPECT_LE(clock.offset.error, milliseconds(4)) << clock.rank;
  }
  EXPECT_EQ(result->phases.size(), 10U);
}

TEST(ManyRanks, ClocksOf1024AreAligned) { expect_clocks(1024); }

TEST(ManyRanks, ClocksOf1728AreAligned) { expect_clocks(1728); }

TEST(ManyRanks, ResultsAreThoseOfOneWorker) {
  const ManyRanks made = many_ranks(64);
  const auto alone = diagnosed(made.samples, 1);
  ASSERT_TRUE(alone.ok());
  for (const std::size_t workers : {2U, 3U, 5U}) {
    const auto again = diagnosed(made.samples, workers);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(rendered(*again), rendered(*alone)) << workers;
  }
}

}  // namespace
}  // namespace tarry::testing
