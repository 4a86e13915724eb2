// SPDX-License-Identifier: BSD-3-Clause
// Programs whose structure varies are extrapolated without what varies: what is left is compared
// call by call with what the program does without it.
#include "compressed/extrapolate/lossy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/keep_common.h"
#include "compressed/extrapolate/repair.h"
#include "compressed/format/parser.h"
#include "compressed/generate/progress.h"
#include "compressed/model/cursor.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using Grids = std::vector<std::vector<std::uint32_t>>;
using FunctionCall = std::pair<std::string, std::vector<Action>>;

constexpr std::uint32_t kSteps = 12;

Trace program_on(std::string_view name, const std::vector<std::uint32_t>& grid) {
  const auto ranks = static_cast<std::uint32_t>(extents_of(grid).ranks());
  return compressed_program(synthetic::Program{name, ranks, kSteps, 1, grid});
}

std::vector<NamedTrace> traces_on(std::string_view name, const Grids& grids) {
  std::vector<NamedTrace> out;
  for (const auto& grid : grids)
    out.push_back({extents_text(extents_of(grid)), program_on(name, grid)});
  return out;
}

std::vector<FunctionCall> calls_of_rank(const Trace& trace, std::uint32_t rank) {
  std::vector<FunctionCall> out;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call);)
    out.emplace_back(trace.sites[trace.events[call.event].site.index()].function,
                     std::move(call.actions));
  EXPECT_EQ(cursor.error(), "");
  return out;
}

// Returns the number of the first calls in which two traces differ on some rank, or nothing.
std::string different(const Trace& a, const Trace& b) {
  for (std::uint32_t rank = 0; rank < a.ranks; ++rank) {
    const auto of_a = calls_of_rank(a, rank);
    const auto of_b = calls_of_rank(b, rank);
    for (std::size_t i = 0; i < std::max(of_a.size(), of_b.size()); ++i)
      if (i >= of_a.size() || i >= of_b.size() || of_a[i] != of_b[i])
        return "rank " + std::to_string(rank) + ", call " + std::to_string(i) + ": " +
               (i < of_a.size() ? of_a[i].first : "nothing") + ", " +
               (i < of_b.size() ? of_b[i].first : "nothing");
  }
  return "";
}

struct Predicted {
  Trace trace;
  std::vector<Loss> losses;
};

base::Result<Predicted> predicted(std::vector<NamedTrace> traces, LossyLevel level,
                                  const std::vector<std::uint32_t>& target) {
  TRY_ASSIGN(LossyFit fit, fit_lossy(std::move(traces), level));
  TRY_ASSIGN(Trace trace, evaluate(fit.formulas, extents_of(target)));
  return Predicted{std::move(trace), std::move(fit.losses)};
}

void expect_complete(const Trace& trace) {
  const base::Result<Progress> progress = run_calls(trace);
  ASSERT_TRUE(progress.ok()) << progress.error().message();
  EXPECT_TRUE(progress->stuck.empty()) << text_of(progress->stuck);
  EXPECT_EQ(progress->unreceived, 0u);
}

const LeftOutCalls* loss_at(const Loss& loss, const std::string& call) {
  for (const LeftOutCalls& at : loss.calls)
    if (at.call == call) return &at;
  return nullptr;
}

TEST(Lossy, WhatFitsLosesNothing) {
  const auto made = predicted(traces_on("stencil-2d", {{3, 3}, {4, 3}, {4, 4}, {5, 4}}),
                              LossyLevel::BetweenTraces, {6, 6});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_TRUE(made->losses.empty());
  EXPECT_EQ(different(made->trace, program_on("stencil-2d", {6, 6})), "");
}

// The ranks of a ring have 4 to 6 iterations of a last loop: 4 stay.
TEST(Lossy, IterationsThatVaryByRank) {
  EXPECT_FALSE(fit_formulas(traces_on("uneven-ring", {{5}, {7}, {11}})).ok());
  const auto made =
      predicted(traces_on("uneven-ring", {{5}, {7}, {11}}), LossyLevel::BetweenRanks, {32});
  ASSERT_TRUE(made.ok()) << made.error().message();
  expect_complete(made->trace);
  const auto ring = calls_of_rank(program_on("ring", {32}), 3);
  const auto calls = calls_of_rank(made->trace, 31);
  ASSERT_EQ(calls.size(), ring.size() + 4 * 3 + 1);
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) ASSERT_EQ(calls[i], ring[i]) << i;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(calls[ring.size() - 1 + 3 * i].first, "MPI_Irecv");
    EXPECT_EQ(calls[ring.size() - 1 + 3 * i].second[0].bytes, 96);
  }
  // Of 5 ranks, 1 and 4 have two iterations more, and 2 has one.
  ASSERT_EQ(made->losses.size(), 3u);
  EXPECT_EQ(made->losses[0].trace, "5");
  EXPECT_EQ(made->losses[0].why, kNotShared);
  const LeftOutCalls* const sends = loss_at(made->losses[0], "MPI_Isend (in main)");
  ASSERT_NE(sends, nullptr);
  EXPECT_EQ(sends->left_out, 5u);
  EXPECT_EQ(sends->calls, 5u * 2 * kSteps + 25);
  EXPECT_EQ(sends->bytes, 5u * 96);
  ASSERT_EQ(sends->ranks.size(), 3u);
  EXPECT_EQ(sends->ranks[0].rank, 1u);
  EXPECT_EQ(sends->ranks[0].calls, 2u);
  EXPECT_EQ(sends->ranks[1].bytes, 96u);
}

TEST(Lossy, ASecondPatternOfSomeRanks) {
  const auto made =
      predicted(traces_on("coarse-ring", {{5}, {7}, {11}}), LossyLevel::BetweenRanks, {32});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_EQ(different(made->trace, program_on("ring", {32})), "");
}

// Only the larger rings send to the ranks after the next ones and make a reduction. The loops
// with 29, 22 and 31 trips keep 22.
TEST(Lossy, CallsThatSomeSizesMake) {
  const auto exact = fit_formulas(traces_on("sized-ring", {{5}, {7}, {11}}));
  ASSERT_FALSE(exact.ok());
  const auto made =
      predicted(traces_on("sized-ring", {{5}, {8}, {11}}), LossyLevel::BetweenTraces, {32});
  ASSERT_TRUE(made.ok()) << made.error().message();
  expect_complete(made->trace);
  const auto calls = calls_of_rank(made->trace, 17);
  std::map<std::string, std::uint64_t> counts;
  for (const FunctionCall& call : calls) ++counts[call.first];
  EXPECT_EQ(counts["MPI_Isend"], 2 * kSteps);
  EXPECT_EQ(counts["MPI_Send"] + counts["MPI_Recv"] + counts["MPI_Reduce"], 0u);
  EXPECT_EQ(counts["MPI_Waitall"], kSteps);
  // 5 ranks: 20 + 185 % 11 = 29, 8: 20 + 296 % 11 = 30, 11: 20.
  EXPECT_EQ(counts["MPI_Allreduce"], 20u);
  bool has_reduce = false;
  for (const Loss& loss : made->losses)
    if (const LeftOutCalls* const at = loss_at(loss, "MPI_Reduce (in main)")) {
      has_reduce = true;
      EXPECT_EQ(at->left_out, at->calls);
      EXPECT_EQ(at->ranks.size(), loss.ranks);
    }
  EXPECT_TRUE(has_reduce);
}

// Returns a trace in which ranks send `bytes` to the next one, and add up some, in each step.
NamedTrace shrinking_ring(std::uint32_t ranks, std::int64_t bytes, std::int64_t sum) {
  const std::string last = std::to_string(ranks - 1);
  const std::string sent = std::to_string(bytes);
  const std::string summed = std::to_string(sum);
  base::Result<Trace> trace = parse_sound_text(
      "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
          "\nprogram shrinking\ncomm 0 MPI_COMM_WORLD [0.." + last +
          "]\nsite 0 MPI_Barrier\n"
          "event 0 kind=collective bytes=0 received=0 op=barrier root=none\n"
          "site 1 MPI_Irecv\n"
          "event 1 loop=(3,9) kind=post-receive posted-peer=" +
          last +
          " posted-tag=4 bytes=4096\nsite 2 MPI_Send\nevent 2 x=9 kind=send peer=1 tag=4 bytes=" +
          sent + "\nsite 3 MPI_Wait\nevent 3 kind=receive-done peer=" + last +
          " tag=4 bytes=" + sent +
          " request=0\nsite 4 MPI_Allreduce\nevent 4 x=1 kind=collective op=allreduce root=none "
          "bytes=" +
          summed + " received=" + summed + "\nend\n",
      "shrinking.tct");
  EXPECT_TRUE(trace.ok()) << trace.error().message();
  return {std::to_string(ranks), std::move(*trace)};
}

// A trace loses calls in several steps: notes tell what it lost for each reason.
TEST(Lossy, OneNoteForEachTraceAndReason) {
  const auto fit =
      fit_lossy({shrinking_ring(4, 60, 16), shrinking_ring(6, 40, 24), shrinking_ring(7, 30, 28)},
                LossyLevel::BetweenTraces,
                [](const FormulaTrace& formulas) { return target_extents(formulas, 32); });
  ASSERT_TRUE(fit.ok()) << fit.error().message();
  EXPECT_THAT(fit->formulas.notes,
              testing::ElementsAre("108 of 116 calls of 4 ranks, " + std::string(kImpossible),
                                   "162 of 174 calls of 6 ranks, " + std::string(kImpossible),
                                   "189 of 203 calls of 7 ranks, " + std::string(kImpossible)));
}

// Messages of 8 ranks would have 20 bytes, those of 32 ranks -220. They go, and so do the receives
// that the waits complete. Sums grow, and stay.
TEST(Lossy, CallsThatAreImpossibleOnTheTarget) {
  const std::vector<NamedTrace> traces = {shrinking_ring(4, 60, 16), shrinking_ring(6, 40, 24),
                                          shrinking_ring(7, 30, 28)};
  const auto target_of = [](std::uint32_t ranks) {
    return [ranks](const FormulaTrace& formulas) { return target_extents(formulas, ranks); };
  };
  const auto possible = fit_lossy(traces, LossyLevel::BetweenTraces, target_of(8));
  ASSERT_TRUE(possible.ok()) << possible.error().message();
  EXPECT_TRUE(possible->losses.empty());
  const auto fit = fit_lossy(traces, LossyLevel::BetweenTraces, target_of(32));
  ASSERT_TRUE(fit.ok()) << fit.error().message();
  const auto trace = evaluate(fit->formulas, extents_of({32}));
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  expect_complete(*trace);
  const auto calls = calls_of_rank(*trace, 5);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].first, "MPI_Barrier");
  EXPECT_EQ(calls[1].first, "MPI_Allreduce");
  EXPECT_EQ(calls[1].second[0].bytes, 128);
  ASSERT_EQ(fit->losses.size(), 3u);
  EXPECT_EQ(fit->losses[0].why, kImpossible);
  const LeftOutCalls* const receives = loss_at(fit->losses[0], "MPI_Irecv");
  ASSERT_NE(receives, nullptr);
  EXPECT_EQ(receives->left_out, 36u);
  EXPECT_TRUE(fit_lossy(traces, LossyLevel::BetweenRanks, target_of(32))->losses.empty());
}

// Refused programs must not keep a user waiting for hours.
TEST(Lossy, TooManyDifferencesAreRefused) {
  const std::vector<NamedTrace> traces = traces_on("coarse-ring", {{5}, {7}, {11}});
  std::vector<BaseTrace> bases;
  for (const NamedTrace& each : traces) bases.push_back(*base_trace(each.trace, each.name));
  EXPECT_TRUE(keep_common(bases).ok());
  const auto refused = keep_common(bases, 10);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(),
            "the ranks differ in too many calls to find the common ones: 5 (leave calls out with "
            "--snippet before)");
}

TEST(Lossy, LevelTwoLeavesDifferencesBetweenTracesAlone) {
  EXPECT_FALSE(fit_lossy(traces_on("sized-ring", {{5}, {8}, {11}}), LossyLevel::BetweenRanks).ok());
}

// Whatever is left of programs that do not fit, or fit badly with so few traces, is refused or runs
// to its end.
TEST(Lossy, WhatIsLeftOfAnyProgramRunsToItsEnd) {
  std::vector<std::string_view> names = synthetic::program_names();
  for (const std::string_view name : synthetic::grid_program_names()) names.push_back(name);
  std::size_t made = 0;
  for (const std::string_view name : names) {
    const auto fit = fit_lossy(traces_on(name, {{4}, {6}, {9}}), LossyLevel::BetweenTraces);
    if (!fit.ok()) continue;
    const auto trace = evaluate(fit->formulas, extents_of({12}));
    if (!trace.ok()) continue;
    const auto whole = repaired(*trace);
    if (!whole.ok()) continue;
    ++made;
    ProgressOptions options;
    options.use_recorded = false;
    const auto progress = run_calls(whole->trace, options);
    ASSERT_TRUE(progress.ok()) << name << ": " << progress.error().message();
    EXPECT_TRUE(progress->stuck.empty()) << name << ": " << text_of(progress->stuck);
    EXPECT_EQ(progress->unreceived, 0u) << name;
  }
  EXPECT_GE(made, names.size() / 2);
}

TEST(Losses, OfOneTraceAndReasonAreAddedUp) {
  std::vector<Loss> losses;
  const auto calls = [](std::string name, std::uint32_t rank, std::uint64_t lost) {
    return LeftOutCalls{std::move(name), lost, 10, 8 * lost, 80, {{rank, lost, 8 * lost}}};
  };
  add_loss({"t", 4, "w", {}}, losses);
  EXPECT_TRUE(losses.empty());
  add_loss({"t", 4, "w", {calls("a", 2, 3)}}, losses);
  add_loss({"t", 4, "w", {calls("a", 1, 2), calls("b", 0, 1)}}, losses);
  add_loss({"t", 4, "w", {calls("a", 2, 1)}}, losses);
  add_loss({"u", 4, "w", {calls("a", 2, 1)}}, losses);
  ASSERT_EQ(losses.size(), 2u);
  ASSERT_EQ(losses[0].calls.size(), 2u);
  EXPECT_EQ(losses[0].calls[0].left_out, 6u);
  EXPECT_EQ(losses[0].calls[0].bytes, 48u);
  EXPECT_EQ(losses[0].calls[0].calls, 10u);
  ASSERT_EQ(losses[0].calls[0].ranks.size(), 2u);
  EXPECT_EQ(losses[0].calls[0].ranks[0].rank, 1u);
  EXPECT_EQ(losses[0].calls[0].ranks[1].calls, 4u);
}

}  // namespace
}  // namespace tarry::compressed
