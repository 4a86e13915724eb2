// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/clock_offsets.h"

#include <gtest/gtest.h>

#include "diagnosis/evidence/phases.h"

namespace tarry::diagnosis {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Returns exits that are known to `width` around each moment, in milliseconds.
std::vector<Exit> exits_at(const std::vector<int>& moments, Time width = Time{0}) {
  std::vector<Exit> made;
  for (const int moment : moments)
    made.push_back({{milliseconds(moment) - width / 2, milliseconds(moment) + width / 2}, true});
  return made;
}

TEST(ClockOffset, IsTheGapThatIsConstant) {
  EXPECT_FALSE(constant_gap(exits_at({10, 20, 30}), exits_at({12, 19, 26})));
  const auto gap = constant_gap(exits_at({15, 25, 35}), exits_at({18, 28, 38}));
  ASSERT_TRUE(gap);
  EXPECT_EQ(gap->middle(), milliseconds(3));
}

TEST(ClockOffset, NeedsAsManyInstancesAndThree) {
  EXPECT_FALSE(constant_gap(exits_at({15, 25, 35}), exits_at({18, 28})));
  EXPECT_FALSE(constant_gap(exits_at({15, 25}), exits_at({18, 28})));
}

TEST(ClockOffset, AllowsForDrift) {
  std::vector<Exit> drifting = exits_at({18, 28, 38});
  drifting[1].when = drifting[1].when.shifted(microseconds(40));
  EXPECT_TRUE(constant_gap(exits_at({15, 25, 35}), drifting));
  drifting[1].when = drifting[1].when.shifted(Time{1});
  EXPECT_FALSE(constant_gap(exits_at({15, 25, 35}), drifting));
}

TEST(ClockOffset, IsWhatAllRangesHaveInCommon) {
  const auto gap = constant_gap(exits_at({100, 200, 300}, milliseconds(4)),
                                exits_at({103, 204, 302}, milliseconds(4)));
  ASSERT_TRUE(gap);
  EXPECT_EQ(*gap, (TimeRange{milliseconds(0), milliseconds(6)}));
}

struct Calls {
  samples::CallingContextTree paths;
  std::vector<FrameId> frames;

  explicit Calls(const std::vector<std::string>& names) {
    for (std::uint32_t at = 0; at < names.size(); ++at) {
      samples::Site site;
      site.name = names[at];
      site.line = at + 1;
      frames.push_back(paths.child(samples::CallingContextTree::kRoot, paths.intern(site)));
    }
  }
};

TEST(ClockOffset, ComesFromAnyPairOfCallSitesOfOneProcedure) {
  // Only the second call site of each thread fits.
  const Calls calls({"MPI_Barrier", "MPI_Barrier", "MPI_Barrier", "MPI_Barrier"});
  const ThreadExits first{{calls.frames[0], exits_at({10, 20, 30})},
                          {calls.frames[1], exits_at({15, 25, 35})}};
  const ThreadExits second{{calls.frames[2], exits_at({12, 19, 26, 33})},
                           {calls.frames[3], exits_at({18, 28, 38})}};
  const ClockOffset offset = clock_offset(calls.paths, first, second, milliseconds(8));
  EXPECT_TRUE(offset.is_known);
  EXPECT_EQ(offset.ahead, milliseconds(3));
  const Calls others({"MPI_Barrier", "MPI_Barrier", "MPI_Allreduce", "MPI_Allreduce"});
  EXPECT_FALSE(clock_offset(others.paths, first, second, milliseconds(8)).is_known);
}

TEST(ClockOffset, SeveralCallSitesNarrowIt) {
  const Calls calls({"MPI_Barrier", "MPI_Allreduce"});
  const ThreadExits first{{calls.frames[0], exits_at({100, 200, 300}, milliseconds(4))},
                          {calls.frames[1], exits_at({150, 250, 350}, milliseconds(4))}};
  const ThreadExits second{{calls.frames[0], exits_at({102, 202, 302}, milliseconds(4))},
                           {calls.frames[1], exits_at({155, 255, 355}, milliseconds(4))}};
  const ClockOffset offset = clock_offset(calls.paths, first, second, milliseconds(8));
  EXPECT_EQ(offset.ahead, microseconds(3500));
  EXPECT_EQ(offset.error, microseconds(2500));
  EXPECT_FALSE(clock_offset(calls.paths, first, second, milliseconds(2)).is_known);
}

TEST(Phases, AreCutWhereAllRanksLeaveTogether) {
  const Calls calls({"MPI_Barrier", "MPI_Allreduce"});
  const auto rank = [&](std::vector<int> barrier, std::vector<int> reduce) {
    return ThreadExits{{calls.frames[0], exits_at(barrier)}, {calls.frames[1], exits_at(reduce)}};
  };
  const ThreadExits first = rank({100, 200}, {50, 150});
  GlobalExits all(milliseconds(8));
  all.add(calls.paths, first, first);
  GlobalExits other(milliseconds(8));
  other.add(calls.paths, first, rank({104, 197}, {90, 140}));
  all.merge(other);
  const std::vector<GlobalExits::Border> borders = all.borders(2);
  ASSERT_EQ(borders.size(), 2U);
  EXPECT_EQ(borders[0].call, calls.frames[0]);
  EXPECT_EQ(borders[0].when, milliseconds(102));
  EXPECT_TRUE(all.borders(3).empty());
}

TEST(Phases, NeedNotHaveTheSameCallPath) {
  const Calls calls({"MPI_Barrier", "MPI_Barrier"});
  const ThreadExits first{{calls.frames[0], exits_at({100, 200})}};
  GlobalExits all(milliseconds(8));
  all.add(calls.paths, first, first);
  EXPECT_EQ(all.add(calls.paths, first, {{calls.frames[1], exits_at({101, 199})}}),
            std::vector<FrameId>{calls.frames[1]});
  EXPECT_EQ(all.borders(2).size(), 2U);
}

TEST(Phases, ShortOnesAreNotCut) {
  const FrameId call{1};
  const std::vector<Phase> phases =
      phases_between(milliseconds(0), milliseconds(100),
                     {{milliseconds(40), call}, {milliseconds(55), call}, {milliseconds(90), call}},
                     milliseconds(20));
  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[0].end, milliseconds(40));
  EXPECT_EQ(phases[1].end, milliseconds(100));
  EXPECT_EQ(phases[1].closing, call);
  EXPECT_NE(phases[0].kind, phases[1].kind);
}

TEST(Phases, AreNotCutByUnsampledCallsWhereTheWaitComesSoon) {
  const FrameId unseen{1};
  const FrameId seen{2};
  const std::vector<Phase> phases = phases_between(milliseconds(0), milliseconds(200),
                                                   {{milliseconds(50), unseen, false},
                                                    {milliseconds(81), unseen, false},
                                                    {milliseconds(100), seen, true},
                                                    {milliseconds(150), unseen, false}},
                                                   milliseconds(20));
  ASSERT_EQ(phases.size(), 4U);
  EXPECT_EQ(phases[0].end, milliseconds(50));
  EXPECT_EQ(phases[1].end, milliseconds(100));
  EXPECT_EQ(phases[1].closing, seen);
  EXPECT_EQ(phases[2].end, milliseconds(150));
}

}  // namespace
}  // namespace tarry::diagnosis
