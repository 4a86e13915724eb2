// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/programs.h"

#include <gtest/gtest.h>

#include "compressed/fold/merge.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed::synthetic {
namespace {

void expect_calls_of(const Program& program, const FoldOptions& options) {
  const std::string_view name = program.name;
  const Trace trace = compressed_program(program, options);
  const Trace frame = frame_of_program(program);
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
    Cursor cursor(trace, rank);
    calls_of(program, rank, [&](const Call& call) {
      CursorCall got;
      ASSERT_TRUE(cursor.next(got)) << name << " rank " << rank;
      EXPECT_EQ(trace.sites[trace.events[got.event].site.index()].function,
                frame.sites[call.site.index()].function);
      ASSERT_EQ(got.actions, call.actions) << name << " rank " << rank;
    });
    CursorCall more;
    EXPECT_FALSE(cursor.next(more));
    EXPECT_EQ(cursor.error(), "");
  }
}

// A folded and merged trace expands to the original calls, whichever method is switched off.
TEST(Programs, ExpandToTheirCalls) {
  std::vector<std::string_view> names = program_names();
  for (const std::string_view name : grid_program_names()) names.push_back(name);
  for (const std::string_view name : one_sided_program_names()) names.push_back(name);
  for (const std::string_view name : names) {
    const Program program{name, 12, 23, 1};
    expect_calls_of(program, {});
    FoldOptions plain;
    plain.vectors = VectorForm::Plain;
    expect_calls_of(program, plain);
    FoldOptions alike;
    alike.stack_threshold = 3;
    expect_calls_of(program, alike);
  }
}

// If stacks differ by depth, a place in a recursive function is one place per depth. On the
// coarsest of three levels nobody has neighbors.
TEST(Programs, StacksThatAreAlikeAreOnePlace) {
  const Program program{"recursive", 16, 10, 1};
  FoldOptions alike;
  alike.stack_threshold = 3;
  EXPECT_EQ(compressed_program(program).sites.size(), 3u + 3 + 3 + 1);
  EXPECT_EQ(compressed_program(program, alike).sites.size(), 3u + 3);
}

TEST(Programs, ComeOutAsMergedAtOnce) {
  const Program program{"stencil-2d", 13, 5, 1};
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank)
    by_rank.push_back(folded_rank(program, rank, {}));
  EXPECT_EQ(compressed_program(program), merge_all(std::move(by_rank)));
}

}  // namespace
}  // namespace tarry::compressed::synthetic
