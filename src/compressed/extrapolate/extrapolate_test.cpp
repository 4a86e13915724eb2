// SPDX-License-Identifier: BSD-3-Clause
// Programs whose calls are known for any number of ranks: what is extrapolated from small grids is
// compared call by call with what the program does on a larger one.
#include "compressed/extrapolate/extrapolate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/grid.h"
#include "compressed/extrapolate/like_program_fixture.h"
#include "compressed/model/cursor.h"
#include "compressed/model/path_times.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using like_program::Case;
using like_program::expect_like_program;
using like_program::formulas;
using like_program::Sizes;

TEST(FormulaText, ShowsLoopsAndFormulas) {
  const auto found = formulas("butterfly", {{4}, {8}, {16}}, 5);
  ASSERT_TRUE(found.ok());
  const std::string bits = "log2_down(x)";
  const std::string peers = "peer=[1 * 2^i, i < " + bits + "] * 5";
  const std::string bytes = "  bytes=[64 * 2^i, i < " + bits + "] * 5";
  EXPECT_EQ(formula_text(*found),
            "class all ranks\n"
            "  MPI_Init (in main)  actions=0\n"
            "  loop 5\n"
            "    loop " +
                bits +
                "\n"
                "      MPI_Irecv (in main)  kind=post-receive  actions=1  posted-" +
                peers + "  comm=0  posted-tag=0" + bytes +
                "  (peers: exclusive or)\n"
                "      MPI_Isend (in main)  kind=start-send  actions=1  " +
                peers + "  comm=0  tag=0" + bytes +
                "  (peers: exclusive or)\n"
                "      MPI_Waitall (in main)  kind=[receive-done, send-done] * 5*" +
                bits + "  actions=2  " + peers + "  comm=0  tag=0" + bytes +
                "  request=[1, 0] * 5*" + bits +
                "  (peers: exclusive or)\n"
                "    MPI_Barrier (in main)  kind=collective  actions=1  comm=0  bytes=0  received=0"
                "  op=barrier  root=none\n"
                "  MPI_Finalize (in main)  actions=0\n");
}

// The times of synthetic programs do not depend on the number of ranks: 10 us before a call and 2
// us in it, give or take a tenth.
TEST(Extrapolate, GivesTimesToEachCall) {
  const auto fitted = formulas("stencil-2d", {{3, 3}, {4, 3}, {4, 4}}, 20);
  ASSERT_TRUE(fitted.ok());
  const base::Result<Trace> trace = evaluate(*fitted, extents_of({6, 5}));
  ASSERT_TRUE(trace.ok());
  std::uint64_t calls = 0;
  for (std::uint32_t rank = 0; rank < trace->ranks; ++rank) {
    Cursor cursor(*trace, rank);
    for (CursorCall call; cursor.next(call); ++calls) {
      const EventTimes* const times = find_times(trace->events[call.event], call.predecessor, rank);
      ASSERT_NE(times, nullptr);
      EXPECT_NEAR(times->before.mean(), 10'000, 600);
      EXPECT_NEAR(times->duration.mean(), 2'000, 120);
    }
  }
  std::uint64_t durations = 0;
  for (const Event& event : trace->events)
    for (const EventTimes& times : event.times) durations += times.duration.count();
  EXPECT_EQ(durations, calls);
}

HistogramFit fit_of(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& times) {
  std::vector<ObservedTimes> runs;
  for (const auto& [ranks, time] : times) {
    runs.push_back({ranks, {}});
    runs.back().times.add(time);
  }
  return fit_histograms(runs);
}

// Sends are computed for by a fit that is off, all other calls by one that is exact, or by one with
// a single run.
TEST(Extrapolate, ErrorsOfTimesAreWeightedWithTheTimes) {
  base::Result<FormulaTrace> fitted = formulas("ring", {{3}, {4}, {6}}, 20);
  ASSERT_TRUE(fitted.ok());
  const HistogramFit off = fit_of({{3, 9'000}, {4, 11'000}, {6, 10'000}});
  ASSERT_NEAR(off.mean().error, 0.1, 1e-12);  // constant: sqrt((1e6 + 1e6) / 2) / 10000
  for (const HistogramFit& other : {fit_of({{3, 5'000}, {4, 5'000}}), fit_of({{3, 5'000}})}) {
    double sends = 0;
    for (ClassFormula& of_class : fitted->classes)
      for (EventFormula& event : of_class.events)
        for (TimesFormula& times : event.times)
          times.before = fitted->sites[event.site.index()].function == "MPI_Isend" ? off : other;
    TimeErrors errors;
    const base::Result<Trace> trace = evaluate(*fitted, extents_of({16}), &errors);
    ASSERT_TRUE(trace.ok());
    double all = 0;
    for (const Event& event : trace->events)
      for (const EventTimes& times : event.times) {
        const auto sum = static_cast<double>(times.before.sum());
        all += sum;
        if (trace->sites[event.site.index()].function == "MPI_Isend") sends += sum;
      }
    EXPECT_EQ(sends, 16 * 20 * 2 * 10'000.0);
    EXPECT_EQ(errors.computation_ns, all);
    EXPECT_NEAR(errors.error_ns, 0.1 * sends, 1e-3);
    EXPECT_NEAR(errors.error(), 0.1 * sends / all, 1e-12);
    EXPECT_EQ(errors.unconfirmed_ns, other.mean().confirmed ? 0 : all - sends);
  }
}

std::string text_of(const RankList& list) {
  std::string out = "<" + std::to_string(list.dimensions.size()) + " " + std::to_string(list.start);
  for (const RankList::Dimension& each : list.dimensions)
    out += " " + std::to_string(each.length) + " " + std::to_string(each.stride);
  return out + ">";
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications", Figure
// 3.6: traces of 16, 25 and 36 ranks tell where the nine groups of a stencil are on 100 ranks.
TEST(Extrapolate, TheNineGroupsOfAStencilKeepTheirPlaces) {
  const base::Result<FormulaTrace> found = formulas("stencil-2d", {{4, 4}, {5, 5}, {6, 6}}, 3);
  ASSERT_TRUE(found.ok()) << found.error().message();
  const base::Result<Extents> target = target_extents(*found, 100);
  ASSERT_TRUE(target.ok()) << target.error().message();
  const Grid grid(*target);
  std::vector<std::string> groups;
  for (const ClassFormula& each : found->classes) {
    const std::vector<RankList> lists = grid.members(found->places, each.number).lists();
    ASSERT_EQ(lists.size(), 1u);
    groups.push_back(text_of(lists[0]));
  }
  EXPECT_THAT(groups, testing::UnorderedElementsAre("<0 0>", "<1 1 8 1>", "<0 9>", "<1 10 8 10>",
                                                    "<2 11 8 10 8 1>", "<1 19 8 10>", "<0 90>",
                                                    "<1 91 8 1>", "<0 99>"));
}

// Two traces determine the formulas of a ring, and a third one confirms them.
TEST(Confirmation, TakesOneTraceMoreThanUnknowns) {
  const Confirmation few = confirmation_of(*formulas("ring", {{3}, {4}}, 20));
  const Confirmation more = confirmation_of(*formulas("ring", {{3}, {4}, {6}}, 20));
  EXPECT_EQ(few.numbers, 3u);  // the left neighbor at three sites
  EXPECT_EQ(few.unconfirmed, 3u);
  EXPECT_EQ(more.numbers, 3u);
  EXPECT_EQ(more.unconfirmed, 0u);
}

class OnGrids : public ::testing::TestWithParam<Case> {};

TEST_P(OnGrids, MakesEveryCallOfTheProgram) { expect_like_program(GetParam(), 1); }

const std::vector<Sizes> kLines{{2}, {3}, {4}, {5}};
const std::vector<Sizes> kPlanes{{2, 2}, {3, 3}, {4, 3}, {4, 4}};
const std::vector<Sizes> kCubes{{2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {3, 3, 3}, {4, 3, 3}};

INSTANTIATE_TEST_SUITE_P(
    Small, OnGrids,
    ::testing::Values(
        Case{"ring", kLines, {{6}, {7}, {64}}}, Case{"pipeline", kLines, {{6}, {64}}},
        Case{"stencil-1d", kLines, {{9}, {64}}}, Case{"everybody", kLines, {{8}, {33}}},
        Case{"master-worker", kLines, {{8}, {33}}}, Case{"collectives", kLines, {{8}, {33}}},
        Case{"butterfly", {{2}, {4}, {8}, {16}}, {{32}, {128}}},
        Case{"any-worker", kLines, {{8}, {33}}},
        Case{"hypercube", {{2}, {4}, {8}, {16}}, {{32}, {128}}},
        Case{"divided", {{4}, {9}, {16}}, {{25}, {36}}},
        Case{"torus-2d", kPlanes, {{5, 5}, {7, 3}, {16, 9}}},
        Case{"box-torus-2d", kPlanes, {{5, 5}, {7, 3}, {16, 9}}},
        Case{"stencil-2d", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{6, 6}, {9, 4}, {16, 9}}},
        Case{"box-2d", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{6, 6}, {9, 4}, {16, 9}}},
        Case{"wavefront", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{6, 6}, {9, 4}, {16, 9}}},
        Case{"varying-trips", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{6, 6}, {16, 9}}},
        Case{"torus-3d", kCubes, {{4, 4, 4}, {5, 3, 7}}},
        Case{"torus-3d", {{2, 2, 2}, {3, 3, 3}, {4, 4, 4}}, {{6, 6, 6}, {5, 3, 7}}},
        Case{"stencil-3d", {{2, 2, 2}, {3, 3, 3}, {4, 4, 4}}, {{6, 6, 6}, {5, 3, 7}}},
        Case{"box-torus-3d", kCubes, {{4, 4, 4}, {5, 3, 7}}},
        Case{"stencil-3d", {{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}}, {{5, 5, 5}, {6, 4, 5}}},
        Case{"box-3d", {{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}}, {{5, 5, 5}, {6, 4, 5}}},
        Case{"transpose", {{2, 2}, {4, 2}, {4, 4}, {8, 4}}, {{8, 8}, {16, 16}}},
        Case{"row-rotation", {{2, 2}, {3, 3}, {4, 3}, {4, 4}}, {{5, 5}, {9, 4}}},
        Case{"strong-scaling", {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}, {{7, 7}, {10, 10}}}));

// Up to 65,536 ranks, whose calls are compared on the ranks at all borders and on some others, and
// on every third in the long tests.
class OnLargeGrids : public ::testing::TestWithParam<Case> {};

TEST_P(OnLargeGrids, MakesEveryCallOfTheProgram) { expect_like_program(GetParam(), 4'099); }

INSTANTIATE_TEST_SUITE_P(
    Large, OnLargeGrids,
    ::testing::Values(
        Case{"ring", kLines, {{65'536}}}, Case{"pipeline", kLines, {{65'536}}},
        Case{"stencil-1d", kLines, {{65'536}}}, Case{"master-worker", kLines, {{65'536}}, 2},
        Case{"everybody", kLines, {{4'096}}, 2}, Case{"collectives", kLines, {{65'536}}},
        Case{"butterfly", {{2}, {4}, {8}, {16}}, {{65'536}}, 3},
        Case{"torus-2d", kPlanes, {{256, 256}}}, Case{"box-torus-2d", kPlanes, {{512, 128}}},
        Case{"stencil-2d", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{256, 256}}},
        Case{"box-2d", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{512, 128}}},
        Case{"wavefront", {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}}, {{256, 256}}},
        Case{"torus-3d", kCubes, {{64, 32, 32}}}, Case{"box-torus-3d", kCubes, {{64, 32, 32}}},
        Case{"stencil-3d", {{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}}, {{64, 32, 32}}},
        Case{"box-3d", {{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}}, {{64, 32, 32}}},
        Case{"transpose", {{2, 2}, {4, 2}, {4, 4}, {8, 4}}, {{256, 256}}},
        Case{"row-rotation", {{2, 2}, {3, 3}, {4, 3}, {4, 4}}, {{256, 256}}},
        Case{"strong-scaling", {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}, {{210, 210}}}));

}  // namespace
}  // namespace tarry::compressed
