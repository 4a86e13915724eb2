// SPDX-License-Identifier: BSD-3-Clause
// Programs whose ranks compute for times that follow from their place: what is extrapolated from 4,
// 8 and 16 ranks is compared with what the program does on 64 and 1024.
#include "compressed/extrapolate/rank_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/fit_rank_law.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/model/path_times.h"

namespace tarry::compressed {
namespace {

// Returns the nanoseconds that a rank of so many computes in each step.
using Load = std::function<double(std::uint32_t rank, std::uint32_t ranks)>;

constexpr int kLoadSteps = 20;

// Each step computes and ends in MPI_Allreduce, where all wait for the slowest.
Trace reduce_steps(std::uint32_t ranks, const Load& load, double noise) {
  double longest = 0.0;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    longest = std::max(longest, load(rank, ranks) + noise);
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::mt19937 random(rank + 1000 * ranks);
    std::uniform_real_distribution<double> later(0.0, noise);
    Folder folder;
    folder.add({SiteId{0}, 0, 100, {}});
    for (int step = 0; step < kLoadSteps; ++step) {
      Action reduce;
      reduce.kind = ActionKind::Collective;
      reduce.op = 11;
      reduce.bytes = reduce.received = 8;
      const double own = load(rank, ranks) + (noise > 0.0 ? later(random) : 0.0);
      folder.add({SiteId{1},
                  static_cast<std::uint64_t>(std::llround(own)),
                  static_cast<std::uint64_t>(std::llround(longest - own + 100)),
                  {reduce}});
    }
    Trace trace;
    trace.ranks = ranks;
    trace.sites = {{"MPI_Init", {}}, {"MPI_Allreduce", {}}};
    trace.events = folder.finish(rank);
    canonicalise(trace);
    by_rank.push_back(std::move(trace));
  }
  Trace all = merge_all(std::move(by_rank));
  all.ranks = ranks;
  Communicator world{"MPI_COMM_WORLD", {}, {}, false, false};
  for (std::uint32_t rank = 0; rank < ranks; ++rank) world.members.push_back(rank);
  all.communicators = {world};
  return all;
}

FormulaTrace formulas_of(const Load& load, double noise = 0.0) {
  auto made = fit_formulas({{"4", reduce_steps(4, load, noise)},
                            {"8", reduce_steps(8, load, noise)},
                            {"16", reduce_steps(16, load, noise)}});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  return made.ok() ? std::move(*made) : FormulaTrace{};
}

// Returns what part of the time the ranks wait for the slowest, all steps being alike.
double waiting(const std::vector<double>& loads) {
  const double longest = *std::max_element(loads.begin(), loads.end());
  double sum = 0.0;
  for (const double load : loads) sum += longest - load;
  return sum / longest / static_cast<double>(loads.size());
}

// Returns the mean computation of each rank before its calls of MPI_Allreduce after others.
std::vector<double> predicted_loads(const FormulaTrace& formulas, std::uint32_t ranks) {
  auto trace = evaluate(formulas, extents_of({ranks}));
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  std::vector<double> out;
  for (const Event& event : trace->events)
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      if (const EventTimes* const times = find_times(event, event.site, rank))
        out.push_back(times->before.mean());
  return out;
}

// Compares the waiting at 4 x and 64 x the largest trace with that of the program.
void expect_waiting(const Load& load, const std::string& law) {
  const FormulaTrace formulas = formulas_of(load);
  EXPECT_THAT(formula_text(formulas), testing::HasSubstr(law));
  EXPECT_THAT(formulas.notes, testing::IsEmpty());
  for (const std::uint32_t ranks : {64u, 1024u}) {
    std::vector<double> exact;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) exact.push_back(load(rank, ranks));
    const std::vector<double> loads = predicted_loads(formulas, ranks);
    ASSERT_EQ(loads.size(), ranks);
    EXPECT_NEAR(waiting(loads), waiting(exact), 0.01) << ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      EXPECT_NEAR(loads[rank], exact[rank], 0.02 * exact[rank]) << rank << " of " << ranks;
  }
}

TEST(RankLaw, LinearInTheRank) {
  expect_waiting([](auto rank, auto ranks) { return 10000 + 20000.0 * rank / (ranks - 1); },
                 "linear in x");
}

TEST(RankLaw, LinearWithFewerForEachRank) {
  expect_waiting([](auto rank, auto ranks) { return (2e6 + 1e6 * rank / (ranks - 1)) / ranks; },
                 "linear in x");
}

TEST(RankLaw, SlowRanksAtFixedPlaces) {
  expect_waiting([](auto rank, auto) { return rank == 2 ? 50000.0 : 20000.0; }, "x at 2");
  expect_waiting([](auto rank, auto ranks) { return rank + 1 == ranks ? 50000.0 : 20000.0; },
                 "x at x - 1");
  expect_waiting(
      [](auto rank, auto ranks) {
        return rank == 0 ? 30000.0 : rank + 1 == ranks ? 50000.0 : 20000.0;
      },
      "x at 0, x - 1");
}

TEST(RankLaw, SlowRankAtAShare) {
  expect_waiting([](auto rank, auto ranks) { return rank == ranks * 3 / 4 ? 26000.0 : 20000.0; },
                 "x at x*3/4");
}

TEST(RankLaw, OddRanksAreSlower) {
  expect_waiting([](auto rank, auto) { return rank % 2 == 1 ? 23000.0 : 20000.0; }, "x modulo 2");
}

TEST(RankLaw, EveryFourthRankIsSlower) {
  expect_waiting([](auto rank, auto) { return rank % 4 == 0 ? 40000.0 : 20000.0; }, "x modulo 4");
}

TEST(RankLaw, EvenLoadsWithNoiseHaveNone) {
  const FormulaTrace formulas = formulas_of([](auto, auto) { return 20000.0; }, 8000);
  EXPECT_THAT(formula_text(formulas), testing::Not(testing::HasSubstr("computation")));
  EXPECT_THAT(formulas.notes, testing::IsEmpty());
}

TEST(RankLaw, NoiseDoesNotHideALine) {
  const Load load = [](auto rank, auto ranks) { return 10000 + 20000.0 * rank / (ranks - 1); };
  const FormulaTrace formulas = formulas_of(load, 8000);
  EXPECT_THAT(formula_text(formulas), testing::HasSubstr("linear in x"));
  for (const std::uint32_t ranks : {64u, 1024u}) {
    std::vector<double> exact;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) exact.push_back(load(rank, ranks) + 4000);
    EXPECT_NEAR(waiting(predicted_loads(formulas, ranks)), waiting(exact), 0.03) << ranks;
  }
}

// Returns the times of a class: the ranks from 1 on, whose times rise evenly.
LoadProfile rising(std::uint32_t extent, std::uint32_t ranks) {
  LoadProfile out{Grid(extents_of({extent})), {}};
  for (std::uint32_t rank = 1; rank <= ranks; ++rank) {
    TimesOfRanks times{{rank}, 1, {}, {}};
    times.before.add(1000 * rank);
    out.times.push_back(std::move(times));
  }
  return out;
}

TEST(RankLaw, OneTraceIsNotEnough) {
  EXPECT_EQ(fit_rank_law({rising(4, 1), rising(8, 2), rising(16, 8)}).text(), "even");
  EXPECT_EQ(fit_rank_law({rising(4, 1), rising(8, 4), rising(16, 8)}).text(), "linear in x");
}

// Returns a load without a rule.
double irregular(std::uint32_t rank, std::uint32_t ranks) {
  std::mt19937 random(rank * 7919 + ranks);
  return 20000.0 + static_cast<double>(random() % 30000);
}

TEST(RankLaw, IrregularLoadsAreNamed) {
  const FormulaTrace formulas = formulas_of(irregular);
  EXPECT_THAT(formulas.notes,
              testing::ElementsAre(testing::AllOf(
                  testing::StartsWith("the loads of single ranks: in "),
                  testing::HasSubstr("waiting for the slower ones is not predicted"))));
}

}  // namespace
}  // namespace tarry::compressed
