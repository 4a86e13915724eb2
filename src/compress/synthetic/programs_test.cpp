// SPDX-License-Identifier: BSD-3-Clause
#include "compress/synthetic/programs.h"

#include <gtest/gtest.h>

#include "compress/merge/merge.h"
#include "compress/model/cursor.h"

namespace tarry::compress::synthetic {
namespace {

// What was folded and merged expands to the calls that were made.
TEST(Programs, ExpandToTheirCalls) {
  for (const std::string_view name : program_names()) {
    const Program program{name, 12, 23, 1};
    const Trace trace = compressed(program);
    for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
      Cursor cursor(trace, rank);
      calls_of(program, rank, [&](const Call& call) {
        CursorCall got;
        ASSERT_TRUE(cursor.next(got)) << name << " rank " << rank;
        EXPECT_EQ(trace.sites[trace.events[got.event].site.index()].function,
                  frame_of_program(program).sites[call.site.index()].function);
        ASSERT_EQ(got.actions, call.actions) << name << " rank " << rank;
      });
      CursorCall more;
      EXPECT_FALSE(cursor.next(more));
      EXPECT_EQ(cursor.error(), "");
    }
  }
}

TEST(Programs, ComeOutAsMergedAtOnce) {
  const Program program{"stencil-2d", 13, 5, 1};
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank)
    by_rank.push_back(folded_rank(program, rank, {}));
  EXPECT_EQ(compressed(program), merge_all(std::move(by_rank)));
}

}  // namespace
}  // namespace tarry::compress::synthetic
