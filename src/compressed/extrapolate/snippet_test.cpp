// SPDX-License-Identifier: BSD-3-Clause
// A grid program with a second pattern that only some ranks have is extrapolated without it.
#include "compressed/extrapolate/snippet.h"

#include <gtest/gtest.h>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/generate/progress.h"
#include "compressed/model/cursor.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

constexpr const char* kRing =
    "# the exchange with both neighbors\n"
    "MPI_Irecv bytes=8192\nMPI_Irecv bytes=8192\n\n"
    "MPI_Isend bytes=8192\nMPI_Isend bytes=8192\nMPI_Waitall\n";

Snippet snippet(std::string_view text) {
  base::Result<Snippet> found = parse_snippet(text, "snippet");
  EXPECT_TRUE(found.ok()) << found.error().message();
  return std::move(*found);
}

Trace program(std::string_view name, std::uint32_t ranks) {
  return compressed_program(synthetic::Program{name, ranks, 12, 1, {ranks}});
}

std::uint64_t calls_of(const Trace& trace, std::uint32_t rank, std::string_view function) {
  std::uint64_t calls = 0;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call);)
    if (trace.sites[trace.events[call.event].site.index()].function == function) ++calls;
  EXPECT_EQ(cursor.error(), "");
  return calls;
}

std::string refusal(std::string_view text) {
  const base::Result<Snippet> found = parse_snippet(text, "s");
  return found.ok() ? "accepted" : found.error().message();
}

TEST(Snippet, LinesThatAreNoCalls) {
  EXPECT_EQ(refusal("# nothing\n"),
            "the snippet has no calls: s (write one call per line, as in: MPI_Send at a.c:42 "
            "tag=7)");
  EXPECT_EQ(refusal("MPI_Send\nMPI_Recv tag=x\n"),
            "this is no call: 'MPI_Recv tag=x': s:2 (write it as in: MPI_Send at a.c:42 tag=7)");
  EXPECT_EQ(refusal("MPI_Send color=3\n"),
            "this is no call: 'MPI_Send color=3': s:1 (write it as in: MPI_Send at a.c:42 tag=7)");
  EXPECT_EQ(refusal("MPI_Send at\n"),
            "this is no call: 'MPI_Send at': s:1 (write it as in: MPI_Send at a.c:42 tag=7)");
}

TEST(Snippet, ATraceThatFollowsItStaysAsItIs) {
  const Trace ring = program("ring", 6);
  const base::Result<FilteredTrace> kept = keep_snippet(ring, snippet(kRing), "t");
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->trace, ring);
  EXPECT_TRUE(kept->left_out.empty());
}

// Requests of both patterns are open together.
TEST(Snippet, LeavesOutASecondPattern) {
  const base::Result<FilteredTrace> kept =
      keep_snippet(program("coarse-ring", 6), snippet(kRing), "t");
  ASSERT_TRUE(kept.ok()) << kept.error().message();
  const Trace ring = program("ring", 6);
  for (std::uint32_t rank = 0; rank < 6; ++rank)
    for (const char* const function :
         {"MPI_Irecv", "MPI_Isend", "MPI_Waitall", "MPI_Allreduce", "MPI_Init", "MPI_Finalize"})
      EXPECT_EQ(calls_of(kept->trace, rank, function), calls_of(ring, rank, function))
          << function << " of rank " << rank;
  ASSERT_EQ(kept->left_out.size(), 3u);
  EXPECT_EQ(kept->left_out[0].call, "MPI_Irecv (in main)");
  EXPECT_EQ(kept->left_out[0].left_out, 36u);
  EXPECT_EQ(kept->left_out[0].calls, 36u + 2 * 12 * 6);
  EXPECT_EQ(kept->left_out[0].ranks.size(), 3u);
  EXPECT_EQ(kept->left_out[0].ranks[1].rank, 2u);
  EXPECT_EQ(kept->left_out[0].ranks[1].calls, 12u);
  EXPECT_EQ(kept->left_out[0].ranks[1].bytes, 12u * 1'024);
  EXPECT_EQ(kept->left_out[0].bytes, 36u * 1'024);
  EXPECT_EQ(kept->left_out[0].all_bytes, 36u * 1'024 + 2 * 12 * 6 * 8'192);
  EXPECT_EQ(kept->left_out[1].call, "MPI_Isend (in main)");
  EXPECT_EQ(kept->left_out[1].left_out, 36u);
  EXPECT_EQ(kept->left_out[2].call, "MPI_Waitall (in main)");
  EXPECT_EQ(kept->left_out[2].left_out, 3u);  // the last one of each rank that has the pattern
  ASSERT_EQ(kept->trace.notes.size(), 1u);
  EXPECT_EQ(kept->trace.notes[0].substr(0, 6), "75 of ");
}

// In a grid of two columns, every second rank would be a column: so there is none.
TEST(Snippet, WhatIsLeftIsExtrapolated) {
  std::vector<NamedTrace> traces;
  std::vector<NamedTrace> filtered;
  for (const std::uint32_t ranks : {5, 7, 11}) {
    traces.push_back({std::to_string(ranks), program("coarse-ring", ranks)});
    filtered.push_back(
        {std::to_string(ranks), keep_snippet(traces.back().trace, snippet(kRing), "t")->trace});
  }
  EXPECT_FALSE(fit_formulas(std::move(traces)).ok());
  const base::Result<FormulaTrace> formulas = fit_formulas(std::move(filtered));
  ASSERT_TRUE(formulas.ok()) << formulas.error().message();
  const base::Result<Trace> trace = evaluate(*formulas, extents_of({32}));
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  const base::Result<Progress> progress = run_calls(*trace);
  ASSERT_TRUE(progress.ok());
  EXPECT_TRUE(progress->stuck.empty());
  EXPECT_EQ(progress->unreceived, 0u);
  EXPECT_EQ(calls_of(*trace, 31, "MPI_Isend"), 24u);
  // One for each trace. The ranks that computed between the calls that were left out are every
  // second one, so their loads follow a rule.
  EXPECT_EQ(trace->notes.size(), 3u);
  EXPECT_NE(formula_text(*formulas).find("x modulo 2"), std::string::npos);
}

TEST(Snippet, ValuesOfHistogramsAreNotDrawn) {
  FoldOptions options;
  options.histogram_threshold = 1;
  const Trace trace = compressed_program(synthetic::Program{"ring", 6, 5, 1}, options);
  const base::Result<FilteredTrace> kept = keep_snippet(trace, snippet("MPI_Send\n"), "t");
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().message(),
            "the trace has a histogram instead of values at MPI_Irecv (in main): t (record it "
            "without --histogram-threshold)");
}

// What follows the first calls of a snippet may be no match; the next one still is.
TEST(Snippet, ACallThatBreaksOffAMatchMayBeginTheNext) {
  const base::Result<FilteredTrace> kept =
      keep_snippet(program("ring", 4), snippet("MPI_Irecv\nMPI_Isend\n"), "t");
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(calls_of(kept->trace, 0, "MPI_Irecv"), 12u);
  EXPECT_EQ(calls_of(kept->trace, 0, "MPI_Isend"), 12u);
  EXPECT_EQ(calls_of(kept->trace, 0, "MPI_Waitall"), 12u);
}

}  // namespace
}  // namespace tarry::compressed
