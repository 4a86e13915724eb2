// SPDX-License-Identifier: BSD-3-Clause
// Compares extrapolated traces with the programs that their base traces are of, call by call.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/grid.h"
#include "compressed/extrapolate/match_eraser.h"
#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed::like_program {

using Sizes = std::vector<std::uint32_t>;
using synthetic::Program;

inline Program on_grid(std::string_view name, const Sizes& extents, std::uint32_t steps) {
  return {name, static_cast<std::uint32_t>(extents_of(extents).ranks()), steps, 1, extents};
}

inline base::Result<FormulaTrace> formulas(std::string_view program,
                                           const std::vector<Sizes>& grids, std::uint32_t steps) {
  std::vector<NamedTrace> traces;
  for (const Sizes& each : grids)
    traces.push_back(
        {extents_text(extents_of(each)), compressed_program(on_grid(program, each, steps))});
  return fit_formulas(std::move(traces));
}

inline std::string text_of(const Action& action) {
  std::string out;
  for (const Parameter parameter : parameters_of(action.kind))
    out += " " + std::string(parameter_name(parameter)) + "=" +
           std::to_string(value_of(action, parameter));
  return out;
}

// Returns how the calls of a rank differ from those of the program, or nothing. Which message a
// receive from any source got does not count.
inline std::string difference(const Trace& trace, const Program& program, const Trace& frame,
                              const Memberships& own, std::uint32_t rank) {
  std::string found;
  Cursor cursor(trace, rank);
  std::uint64_t number = 0;
  MatchEraser of_got;
  MatchEraser of_program;
  calls_of(program, rank, own, [&](Call call) {
    of_program.erase(call.actions);
    ++number;
    CursorCall got;
    if (!found.empty()) return;
    if (!cursor.next(got)) {
      found = "ends at call " + std::to_string(number) + " " + cursor.error();
      return;
    }
    of_got.erase(got.actions);
    const std::string& expected = frame.sites[call.site.index()].function;
    const std::string& function = trace.sites[trace.events[got.event].site.index()].function;
    if (function != expected) {
      found = "call " + std::to_string(number) + " is " + function + " instead of " + expected;
    } else if (got.actions != call.actions) {
      found = "call " + std::to_string(number) + " " + function;
      for (std::size_t i = 0; i < call.actions.size(); ++i)
        if (i >= got.actions.size() || got.actions[i] != call.actions[i]) {
          found += ":" + (i < got.actions.size() ? text_of(got.actions[i]) : " nothing") +
                   " instead of" + text_of(call.actions[i]);
          break;
        }
    }
  });
  CursorCall more;
  if (found.empty() && cursor.next(more)) return "goes on after the last call";
  return found;
}

struct Case {
  std::string_view program;
  std::vector<Sizes> bases;
  std::vector<Sizes> targets;
  std::uint32_t steps = 12;
};

// Names the test case in messages of the framework.
inline void PrintTo(const Case& test, std::ostream* out) { *out << test.program; }

// Compares every `stride`-th rank, or as many as TARRY_TEST_RANK_STRIDE in the environment says,
// and those at the borders of all dimensions.
inline void expect_like_program(const Case& test, std::uint32_t stride) {
  if (const char* const given = std::getenv("TARRY_TEST_RANK_STRIDE"))
    stride = static_cast<std::uint32_t>(std::stoul(given));
  const base::Result<FormulaTrace> fitted = formulas(test.program, test.bases, test.steps);
  ASSERT_TRUE(fitted.ok()) << fitted.error().message();
  for (const Sizes& target : test.targets) {
    const base::Result<Trace> trace = evaluate(*fitted, extents_of(target));
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    const Program program = on_grid(test.program, target, test.steps);
    const Trace frame = frame_of_program(program);
    ASSERT_EQ(trace->ranks, program.ranks);
    EXPECT_EQ(trace->communicators, frame.communicators);
    const Places borders{std::vector<Margins>(target.size(), Margins{2, 2})};
    const Grid grid(extents_of(target));
    std::vector<std::uint32_t> seen(borders.classes(), 0);
    const auto own = memberships_by_rank(frame.communicators, program.ranks);
    for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
      const bool is_new = ++seen[grid.class_of(borders, rank)] <= 2;
      if (!is_new && rank % stride != 0) continue;
      const std::string found = difference(*trace, program, frame, own[rank], rank);
      ASSERT_EQ(found, "") << "rank " << rank << " of " << extents_text(extents_of(target));
    }
    const std::string text = write_text(*trace);
    const base::Result<Trace> read = parse_sound_text(text, "extrapolated");
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_EQ(*read, *trace);
  }
}

}  // namespace tarry::compressed::like_program
