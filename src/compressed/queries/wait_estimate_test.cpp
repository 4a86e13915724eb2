// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/wait_estimate.h"

#include <gtest/gtest.h>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/queries/trace_cube.h"

namespace tarry::compressed {
namespace {

using model::CollectiveOp;

constexpr SiteId kBarrier{0};
constexpr SiteId kReduce{1};
constexpr SiteId kSend{2};

struct Step {
  SiteId site;
  std::uint64_t before_ns;
  std::uint64_t duration_ns;
  std::int64_t bytes = 8;
  std::int64_t comm = 0;
};

Call call_of(const Step& step) {
  Call call;
  call.site = step.site;
  call.before_ns = step.before_ns;
  call.duration_ns = step.duration_ns;
  Action action;
  action.kind = step.site == kSend ? ActionKind::Send : ActionKind::Collective;
  action.op = static_cast<std::int64_t>(step.site == kBarrier ? CollectiveOp::Barrier
                                                              : CollectiveOp::Allreduce);
  action.comm = step.comm;
  if (step.site != kBarrier) action.bytes = action.received = step.bytes;
  call.actions.push_back(action);
  return call;
}

Trace of_ranks(const std::vector<std::vector<Step>>& ranks) {
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    Folder folder;
    for (const Step& step : ranks[rank]) folder.add(call_of(step));
    Trace trace;
    trace.ranks = static_cast<std::uint32_t>(ranks.size());
    trace.sites = {{"MPI_Barrier", {}}, {"MPI_Allreduce", {}}, {"MPI_Send", {}}};
    trace.communicators.push_back({"world", {}, {}, false, false});
    for (std::uint32_t i = 0; i < ranks.size(); ++i) trace.communicators[0].members.push_back(i);
    trace.communicators.push_back({"self", {}, {}, true, false});
    trace.events = folder.finish(rank);
    canonicalise(trace);
    by_rank.push_back(std::move(trace));
  }
  return merge_all(std::move(by_rank));
}

WaitEstimate estimate(const Trace& trace) { return estimate_waiting(trace, summarise(trace)); }

// Between barriers rank 0 computes 100 and 300, rank 1 computes 50 and 20. Rank 1 waits 50 + 280 if
// both leave the barrier at once. The bounds are max S - S = 400 - 70 and n L - S = 600 - 70, at
// most the time it is in the barrier.
TEST(WaitEstimate, BoundsAreThoseOfSumsAndOfTheLargest) {
  const Trace trace = of_ranks({{{kBarrier, 5, 5}, {kBarrier, 100, 10}, {kBarrier, 300, 10}},
                                {{kBarrier, 5, 5}, {kBarrier, 50, 60}, {kBarrier, 20, 290}}});
  const WaitEstimate found = estimate(trace);
  ASSERT_EQ(found.bounds.size(), 2u);
  EXPECT_EQ(found.bounds[0].op, CollectiveOp::Barrier);
  EXPECT_EQ(found.bounds[0].calls, 2u);
  for (const WaitBounds& bounds : found.bounds) {
    const bool is_first = bounds.ranks == RankSet(0);
    EXPECT_EQ(bounds.lower_ns, is_first ? 0 : 330);
    EXPECT_EQ(bounds.upper_ns, is_first ? 20 : 350);  // the time they were in it
  }
  EXPECT_EQ(found.estimated, 4u);
  EXPECT_EQ(found.not_estimated, (std::vector<std::uint64_t>{2}));  // the first call of each
}

TEST(WaitEstimate, TheUpperBoundIsThatOfTheLargest) {
  const Trace trace = of_ranks({{{kBarrier, 5, 5}, {kBarrier, 100, 900}, {kBarrier, 300, 900}},
                                {{kBarrier, 5, 5}, {kBarrier, 50, 900}, {kBarrier, 20, 900}}});
  for (const WaitBounds& bounds : estimate(trace).bounds)
    EXPECT_EQ(bounds.upper_ns, 2 * 300 - (bounds.ranks == RankSet(0) ? 400 : 70));
}

// An n-to-n operation after a barrier counts; a barrier after a message does not.
TEST(WaitEstimate, WhatComesFromElsewhereIsNotEstimated) {
  const std::vector<Step> zero{
      {kBarrier, 5, 5}, {kReduce, 100, 40}, {kSend, 5, 1}, {kBarrier, 5, 5}};
  const std::vector<Step> one{{kBarrier, 5, 5}, {kReduce, 70, 40}, {kSend, 5, 1}, {kBarrier, 9, 5}};
  const WaitEstimate found = estimate(of_ranks({zero, one}));
  EXPECT_EQ(found.estimated, 2u);
  for (const WaitBounds& bounds : found.bounds) {
    EXPECT_EQ(bounds.op, CollectiveOp::Allreduce);
    EXPECT_EQ(bounds.lower_ns, bounds.ranks == RankSet(0) ? 0 : 30);
    EXPECT_EQ(bounds.upper_ns, bounds.lower_ns);
  }
  std::uint64_t left = 0;
  for (const std::uint64_t calls : found.not_estimated) left += calls;
  EXPECT_EQ(left, 4u);
}

// In an operation without a byte nobody waits for all, so it neither begins nor ends an estimate.
TEST(WaitEstimate, OperationsWithoutAByteAreNone) {
  const std::vector<Step> steps{{kBarrier, 5, 5}, {kReduce, 100, 40, 0}, {kBarrier, 9, 5}};
  const WaitEstimate found = estimate(of_ranks({steps, steps}));
  EXPECT_TRUE(found.bounds.empty());
  EXPECT_EQ(found.estimated, 0u);
}

TEST(WaitEstimate, NobodyWaitsAlone) {
  const std::vector<Step> steps{{kBarrier, 5, 5, 0, 1}, {kBarrier, 100, 40, 0, 1}};
  const WaitEstimate found = estimate(of_ranks({steps, steps}));
  EXPECT_TRUE(found.bounds.empty());
  EXPECT_EQ(found.not_estimated, (std::vector<std::uint64_t>{0}));
}

// Some members have more calls after one predecessor than others.
TEST(WaitEstimate, MembersThatDifferAreNotEstimated) {
  const Trace trace =
      of_ranks({{{kBarrier, 5, 5}, {kBarrier, 100, 10}, {kBarrier, 300, 10}},
                {{kBarrier, 5, 5}, {kSend, 1, 1}, {kBarrier, 50, 60}, {kBarrier, 20, 290}}});
  EXPECT_TRUE(estimate(trace).bounds.empty());
}

// Ranks whose times are alike are one entry; the bounds are those of their average.
TEST(WaitEstimate, RanksThatAreAlikeShareTheirBounds) {
  const Trace trace = of_ranks({{{kBarrier, 5, 5}, {kBarrier, 1000, 10}},
                                {{kBarrier, 5, 5}, {kBarrier, 101, 900}},
                                {{kBarrier, 5, 5}, {kBarrier, 103, 900}}});
  const WaitEstimate found = estimate(trace);
  ASSERT_EQ(found.bounds.size(), 2u);
  for (const WaitBounds& bounds : found.bounds)
    if (bounds.ranks.size() == 2) {
      EXPECT_EQ(bounds.lower_ns, 1000 - 102);
      EXPECT_EQ(bounds.upper_ns, 1000 - 102);
    }
  const model::SeverityCube cube = trace_cube(trace);
  EXPECT_NEAR(cube.total(cube.find("mpi_barrier_wait_lower")), 2 * 898e-9, 1e-15);
  EXPECT_NEAR(cube.total(cube.find("mpi_wait_upper")), 2 * 898e-9, 1e-15);
}

}  // namespace
}  // namespace tarry::compressed
