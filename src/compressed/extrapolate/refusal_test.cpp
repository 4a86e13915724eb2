// SPDX-License-Identifier: BSD-3-Clause
// Preconditions that are violated on purpose: each is refused with a message of its own.
#include <gtest/gtest.h>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/keep_common.h"
#include "compressed/format/parser.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using Sizes = std::vector<std::uint32_t>;

NamedTrace trace_of(std::string_view program, const Sizes& extents, std::uint32_t steps = 5,
                    const FoldOptions& options = {}) {
  const Extents grid = extents_of(extents);
  const synthetic::Program made{program, static_cast<std::uint32_t>(grid.ranks()), steps, 1,
                                extents};
  return {extents_text(grid) + ".tct", compressed_program(made, options)};
}

std::vector<NamedTrace> traces_of(std::string_view program, const std::vector<Sizes>& grids) {
  std::vector<NamedTrace> out;
  for (const Sizes& each : grids) out.push_back(trace_of(program, each));
  return out;
}

// Returns a trace from the text of its events, with a site for MPI_Send and one for MPI_Recv.
NamedTrace written(const std::string& name, std::uint32_t ranks, const std::string& events) {
  const std::string text = "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                           "\nprogram p\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." +
                           std::to_string(ranks - 1) + "]\n" + events + "end\n";
  base::Result<Trace> trace = parse_sound_text(text, name);
  EXPECT_TRUE(trace.ok()) << trace.error().message();
  return {name, std::move(*trace)};
}

// Returns a trace in which each rank adds up `bytes`.
NamedTrace reduction(std::uint32_t ranks, const std::string& bytes) {
  return written(std::to_string(ranks) + ".tct", ranks,
                 "site 0 MPI_Allreduce 0\nevent 0 kind=collective op=allreduce root=none bytes=" +
                     bytes + " received=8\n");
}

std::string refused(std::vector<NamedTrace> traces) {
  const base::Result<FormulaTrace> found = fit_formulas(std::move(traces));
  return found.ok() ? "accepted" : found.error().message();
}

TEST(Refusal, OfOneTrace) {
  EXPECT_EQ(refused(traces_of("ring", {{4}})),
            "extrapolation takes at least two traces: one for each dimension of the topology, and "
            "one more");
}

TEST(Refusal, OfFewerTracesThanDimensionsAndOneMore) {
  EXPECT_EQ(
      refused(traces_of("stencil-2d", {{3, 3}, {4, 4}})),
      "the ranks lie in a grid of 2 dimensions, which takes 3 traces; there are 2 (add traces "
      "of other numbers of ranks)");
}

TEST(Refusal, OfEqualNumbersOfRanks) {
  EXPECT_EQ(refused(traces_of("ring", {{4}, {6}, {4}})),
            "two traces have the same number of ranks, 4, in the same grid: '4.tct' and '4.tct' "
            "(leave one of them out)");
}

TEST(Refusal, OfDifferentPrograms) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}});
  traces.push_back(trace_of("pipeline", {8}));
  EXPECT_EQ(refused(traces), "the traces are of different programs: 'ring' and 'pipeline': 8.tct");
  traces.back().trace.program = "ring";
  EXPECT_EQ(refused(traces),
            "the traces are of different programs: '4.tct' calls MPI_Irecv, '8.tct' does not: "
            "4.tct");
}

TEST(Refusal, OfCallsThatSomeTracesLack) {
  std::vector<NamedTrace> traces = traces_of("collectives", {{4}, {6}});
  const std::string reduce =
      "site 0 MPI_Init 0\nevent 0\nsite 1 MPI_Reduce 0\nevent 1 kind=collective op=reduce root=0 "
      "bytes=8 received=8\n";
  const std::string bcast =
      "site 2 MPI_Bcast 0\nevent 2 kind=collective op=bcast root=0 bytes=8 "
      "received=8\n";
  EXPECT_EQ(refused({written("2.tct", 2, reduce), written("4.tct", 4, reduce + bcast)}),
            "the traces are not of one program, or its structure changes with the number of ranks: "
            "there is no call of MPI_Bcast (in main) of the ranks 'all ranks': 2.tct (leave that "
            "trace out)");
}

TEST(Refusal, OfRanksThatBehaveDifferently) {
  EXPECT_EQ(refused({reduction(11, "16<0 5>8"), reduction(13, "16<0 5>8")}),
            "ranks of a class behave differently: as 13 grid, ranks 1 and 5 are both 'x middle', "
            "but MPI_Allreduce (in main) has bytes 8 on rank 1 and 16 on rank 5: 13.tct");
}

TEST(Refusal, OfTracesWithoutAMiddle) {
  const NamedTrace alone = reduction(1, "8");
  const base::Result<BaseTrace> base = base_trace(alone.trace, alone.name);
  ASSERT_TRUE(base.ok()) << base.error().message();
  const auto kept = keep_common({*base});
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().message(),
            "the traces have too few ranks to tell what those in the middle share (add traces of "
            "larger grids)");
}

// One trace has pairs of ranks that send to each other, in the other all send to the next one.
TEST(Refusal, OfPartnersInOtherForms) {
  const std::string send = "site 0 MPI_Send 0\nevent 0 kind=send tag=1 bytes=8 peer=";
  EXPECT_EQ(
      refused({written("8.tct", 8, send + "1<1 0 4 2>7\n"), written("12.tct", 12, send + "1\n")}),
      "the partners of MPI_Send (in main) of the ranks 'all ranks' are equal in other forms "
      "in each trace");
}

TEST(Refusal, OfValuesThatNoFormulaExplains) {
  EXPECT_EQ(refused({reduction(2, "80"), reduction(3, "13"), reduction(5, "977"),
                     reduction(8, "41"), reduction(9, "600")}),
            "no formula explains bytes of MPI_Allreduce (in main) of the ranks 'all ranks': 80 on "
            "2, 13 on 3, 977 on 5, 41 on 8, 600 on 9");
}

TEST(Refusal, OfCommunicatorsWithoutAPattern) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}, {8}});
  for (NamedTrace& each : traces) {
    Communicator odd;
    odd.name = "odd";
    odd.members = {0, each.trace.ranks == 6 ? 5u : 2u, 3};
    each.trace.communicators.push_back(odd);
  }
  EXPECT_EQ(refused(traces),
            "no formula explains the members of communicator 'odd', which is no row, column or "
            "plane of the grid: 8.tct");
  traces = traces_of("ring", {{4}, {6}, {8}});
  traces[1].trace.communicators.push_back({"alone", {}, {}, true, false});
  EXPECT_EQ(refused(traces),
            "the communicators of this trace are not those of '8.tct': they must be rows, columns, "
            "planes or lists of ranks that follow a formula: 6.tct");
}

TEST(Refusal, OfHistogramsInsteadOfValues) {
  FoldOptions options;
  options.histogram_threshold = 1;
  EXPECT_EQ(refused({trace_of("ring", {4}), trace_of("ring", {6}, 5, options)}),
            "the trace has a histogram instead of values at MPI_Irecv (in main): 6.tct (record it "
            "without --histogram-threshold)");
}

TEST(Refusal, OfDamagedTraces) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}});
  for (Event& event : traces[1].trace.events) event.of(Parameter::Bytes) = {};
  EXPECT_EQ(refused(std::move(traces)),
            "the trace is inconsistent: there are no values of bytes (event 2, rank 0): 6.tct");
}

TEST(Refusal, OfTracesWithoutRanks) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}});
  traces[1].trace.ranks = 0;
  EXPECT_EQ(refused(std::move(traces)), "the trace has no ranks: 6.tct");
}

TEST(Refusal, OfCommunicatorsOfTwoGroups) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}});
  traces[1].trace.communicators.push_back({"bridge", {0, 1}, {2, 3}, false, true});
  EXPECT_EQ(refused(std::move(traces)),
            "communicator 'bridge' connects two groups of ranks: 6.tct");
}

TEST(Refusal, OfCommunicatorsOfOthers) {
  std::vector<NamedTrace> traces = traces_of("ring", {{4}, {6}});
  traces[1].trace.communicators[0].members = {0, 1, 2, 3, 4};
  EXPECT_EQ(refused(std::move(traces)), "rank 5 uses a communicator that it is not in: 6.tct");
}

const std::string kTwoSites = "site 0 MPI_Allreduce 0\nsite 1 MPI_Barrier 0\n";
const std::string kReduction = "kind=collective op=allreduce root=none bytes=8 received=8\n";
const std::string kBarrier = "kind=collective op=barrier root=none bytes=0 received=0\n";

// In one trace the two calls alternate, in the other each has a loop of its own.
TEST(Refusal, OfOtherLoops) {
  EXPECT_EQ(refused({written("4.tct", 4,
                             kTwoSites + "event 0 loop=(2,10) " + kReduction + "event 1 x=10 " +
                                 kBarrier),
                     written("6.tct", 6,
                             kTwoSites + "event 0 loop=(1,10) " + kReduction +
                                 "event 1 loop=(1,10) " + kBarrier)}),
            "the traces have other loops at MPI_Allreduce (in main) of the ranks 'all ranks': "
            "4.tct");
}

// In the larger trace, the second step also repeats MPI_Bcast, which the first one does not, and
// sites have other numbers than in the smaller one.
TEST(Refusal, OfLoopsOfChangingBodies) {
  EXPECT_EQ(refused({written("4.tct", 4,
                             "site 0 MPI_Barrier 0\nsite 1 MPI_Allreduce 0\nsite 2 MPI_Bcast 0\n"
                             "event 0 loop=(3,2)\nevent 1 x=2 loop=(1,2)\nevent 2\n"),
                     written("6.tct", 6,
                             "site 0 MPI_Bcast 0\nsite 1 MPI_Barrier 0\nsite 2 MPI_Allreduce 0\n"
                             "event 1 loop=(3,2)\nevent 2 x=2 loop=([1 2],[1 2]) loop=(1,2)\n"
                             "event 0 x=3\n")}),
            "rank 0 has loops of changing bodies at MPI_Allreduce (in main): 6.tct");
}

std::string refused_target(const std::vector<Sizes>& grids, std::uint32_t ranks) {
  const base::Result<FormulaTrace> found = fit_formulas(traces_of("torus-2d", grids));
  EXPECT_TRUE(found.ok());
  const base::Result<Extents> extents = target_extents(*found, ranks);
  return extents.ok() ? extents_text(*extents) : extents.error().message();
}

TEST(TargetExtents, GoOnLikeThoseOfTheTraces) {
  EXPECT_EQ(refused_target({{2, 2}, {3, 3}, {4, 4}}, 64), "8x8");
  EXPECT_EQ(refused_target({{4, 2}, {4, 3}, {4, 5}}, 64), "4x16");
  EXPECT_EQ(refused_target({{2, 2}, {4, 2}, {4, 4}}, 128), "16x8");
  EXPECT_EQ(refused_target({{2, 2}, {2, 4}, {4, 4}}, 128), "8x16");
}

TEST(Refusal, OfTargetsWithoutAGrid) {
  EXPECT_EQ(refused_target({{2, 2}, {3, 3}, {4, 4}}, 3),
            "the target of 3 ranks is smaller than the smallest trace, of 4 ranks (record the "
            "program at that size)");
  EXPECT_EQ(
      refused_target({{2, 2}, {3, 3}, {4, 4}}, 31),
      "no grid of 31 ranks goes on like those of the traces, 2x2, 3x3, 4x4 (give the target's "
      "with --extents, as in --extents 8x4)");
  const base::Result<FormulaTrace> found =
      fit_formulas(traces_of("torus-2d", {{2, 2}, {3, 3}, {4, 4}}));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(check_extents(*found, extents_of({2, 2, 2}), 8).error().message(),
            "a 2x2x2 grid has 3 dimensions, those of the traces have 2: --extents");
  EXPECT_EQ(check_extents(*found, extents_of({4, 2}), 9).error().message(),
            "a 4x2 grid has 8 ranks, the target 9: --extents");
}

// Two rows are the first and the last one; nothing tells what a row between them does.
TEST(Refusal, OfExtentsThatNeverChanged) {
  const base::Result<FormulaTrace> found =
      fit_formulas(traces_of("stencil-2d", {{3, 2}, {4, 2}, {5, 2}, {6, 2}}));
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(check_extents(*found, extents_of({9, 2}), 18).ok());
  EXPECT_EQ(check_extents(*found, extents_of({6, 3}), 18).error().message(),
            "extent y is 2 in all traces, so nothing tells what it is like with 3 (add traces in "
            "which it differs)");
}

TEST(Refusal, OfClassesThatNoTraceHas) {
  const base::Result<FormulaTrace> found =
      fit_formulas(traces_of("stencil-2d", {{2, 2}, {3, 2}, {4, 2}, {2, 5}}));
  ASSERT_TRUE(found.ok()) << found.error().message();
  const base::Result<Trace> trace = evaluate(*found, extents_of({5, 5}));
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message(),
            "no trace has ranks 'x middle, y middle', which a 5x5 grid has (add traces of larger "
            "grids)");
}

TEST(Refusal, OfExtentsThatAClassKnowsOneOf) {
  const base::Result<FormulaTrace> found =
      fit_formulas(traces_of("stencil-2d", {{2, 2}, {3, 3}, {4, 3}, {2, 5}}));
  ASSERT_TRUE(found.ok()) << found.error().message();
  const base::Result<Trace> trace = evaluate(*found, extents_of({5, 5}));
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message(),
            "all traces that have ranks 'x middle, y low' have 3 as extent y, so nothing tells "
            "what they do with 5 (add traces of larger grids)");
}

TEST(Refusal, OfMembersThatTheTargetDoesNotHave) {
  std::vector<NamedTrace> traces = traces_of("ring", {{8}, {10}, {12}});
  for (NamedTrace& each : traces)
    each.trace.communicators.push_back(
        {"falling", {0, 20 - each.trace.ranks / 2 * 3}, {}, false, false});
  const base::Result<FormulaTrace> found = fit_formulas(std::move(traces));
  ASSERT_TRUE(found.ok()) << found.error().message();
  const base::Result<Trace> trace = evaluate(*found, extents_of({32}));
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message(),
            "communicator 'falling' has no possible members on a 32 grid (choose other extents "
            "with --extents)");
}

// Returns a trace in which each rank adds up `bytes` as often as `trips` says.
NamedTrace reductions(std::uint32_t ranks, const std::string& trips, const std::string& bytes) {
  return written(std::to_string(ranks) + ".tct", ranks,
                 "site 0 MPI_Allreduce 0\nevent 0 loop=(1," + trips +
                     ") kind=collective op=allreduce root=none bytes=" + bytes + " received=8\n");
}

std::string refused_at_32(std::vector<NamedTrace> traces) {
  const base::Result<FormulaTrace> found = fit_formulas(std::move(traces));
  if (!found.ok()) return found.error().message();
  const base::Result<Trace> trace = evaluate(*found, extents_of({32}));
  return trace.ok() ? "accepted" : trace.error().message();
}

TEST(Refusal, OfTripsBelowZero) {
  EXPECT_EQ(refused_at_32(
                {reductions(9, "30", "8"), reductions(10, "20", "8"), reductions(11, "10", "8")}),
            "the formula of trips at MPI_Allreduce (in main) has no possible value for the ranks "
            "'all ranks' of a 32 grid (choose other extents with --extents)");
}

TEST(Refusal, OfNumbersOfValuesBelowZero) {
  EXPECT_EQ(refused_at_32({reductions(9, "12", "[8*9 800*3]"), reductions(10, "12", "[8*10 800*2]"),
                           reductions(11, "12", "[8*11 800]")}),
            "the formula of bytes at MPI_Allreduce (in main) has no possible value for the ranks "
            "'all ranks' of a 32 grid (choose other extents with --extents)");
}

TEST(Refusal, OfImpossibleTraces) {
  const base::Result<FormulaTrace> found =
      fit_formulas({reduction(4, "80"), reduction(6, "60"), reduction(8, "40")});
  ASSERT_TRUE(found.ok()) << found.error().message();
  const base::Result<Trace> trace = evaluate(*found, extents_of({32}));
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message(),
            "the formulas give an impossible trace: bytes cannot be -200 at MPI_Allreduce (in "
            "main) (the traces may have too few ranks to tell the pattern)");
}

// Calls on files take their time as if nothing were known of them.
TEST(Refusal, NotOfOperationsOnFiles) {
  std::vector<NamedTrace> traces;
  for (const std::string ranks : {"4", "6"}) {
    const std::string last = ranks == "4" ? "3" : "5";
    base::Result<Trace> trace = parse_sound_text(
        "tarry-compressed-trace 3\nranks " + ranks + "\nprogram ring\ncomm 0 MPI_COMM_WORLD [0.." +
            last + "]\nsite 0 MPI_File_delete\nevent 0 kind=delete-file name=0\nend\n",
        ranks + ".tct");
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    traces.push_back({ranks + ".tct", std::move(*trace)});
  }
  const base::Status checked = check_traces(traces, true);
  EXPECT_TRUE(checked.ok());
  for (const NamedTrace& each : traces) {
    ASSERT_EQ(each.trace.events.size(), 1u);
    EXPECT_TRUE(each.trace.events[0].of(Parameter::Kind).empty());
  }
}

// All grids are squares, so the length of the first column may as well be that of a row. On a grid
// with more rows than columns, its last ranks are not in the communicator that they use.
TEST(Refusal, OfCommunicatorsThatRanksAreNotIn) {
  std::vector<NamedTrace> traces;
  for (const std::uint32_t side : {3u, 4u, 5u}) {
    std::string members;
    for (std::uint32_t y = 0; y < side; ++y)
      members += (y == 0 ? "" : " ") + std::to_string(y * side);
    const std::string column = "<1 0 " + std::to_string(side) + " " + std::to_string(side) + ">";
    traces.push_back(written(std::to_string(side * side) + ".tct", side * side,
                             "comm 1 first [" + members + "]\nsite 0 MPI_Barrier 0\nevent 0 " +
                                 column +
                                 " kind=collective op=barrier root=none comm=1 bytes=0 "
                                 "received=0\n"));
  }
  const base::Result<FormulaTrace> found = fit_formulas(std::move(traces));
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_TRUE(evaluate(*found, extents_of({6, 6})).ok());
  const base::Result<Trace> trace = evaluate(*found, extents_of({4, 6}));
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message(),
            "the formula of communicators at MPI_Barrier (in main) has no possible value for the "
            "ranks 'x low' of a 4x6 grid (choose other extents with --extents)");
}

}  // namespace
}  // namespace tarry::compressed
