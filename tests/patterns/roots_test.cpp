// SPDX-License-Identifier: BSD-3-Clause
// Patterns on barriers of teams and on one-sided communication, in all three forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "patterns/pattern_runs.h"
#include "support/cube_comparison.h"

namespace tarry::testing {
namespace {

using analysis::declared::PatternSet;
using ::testing::IsEmpty;

std::string text_of(const std::string& name) {
  const auto text = base::read_file(std::filesystem::path(TARRY_SOURCE) / "tests/cases" / name);
  EXPECT_TRUE(text.ok());
  return text.ok() ? *text : "";
}

constexpr const char* kBarrier =
    "pattern barrier_wait root team_barrier\n"
    "  let last = max(m in root.members: m.begin)\n"
    "  at each n in root.members severity min(last, n.end) - n.begin\n"
    "  export members = count(o in root.members where true)\n"
    "end\n";

TEST(Roots, AreBarriersOfTeams) {
  const std::string text = text_of("delay_of_a_lock_at_a_barrier.case");
  const PatternSet set = declared(kBarrier);
  const model::SeverityCube cube = analyze_text(text, &set, 1);
  EXPECT_EQ(values(cube, "barrier_wait"), values(cube, "omp_ebarrier_wait"));
  EXPECT_DOUBLE_EQ(total(cube, "barrier_wait"), 5.0);
  EXPECT_DOUBLE_EQ(total(cube, "barrier_wait_members"), 6.0);  // two matches of three members
}

constexpr const char* kFences =
    "pattern fences unit occurrences root one_sided where root.kind == \"fence\"\n"
    "  where root.window == 0 and not exists(root.target)\n"
    "  at root severity 1 end\n";

TEST(Roots, AreCallsOfOneSidedCommunication) {
  const std::string text = text_of("delay_of_a_message_after_a_fence.case");
  const PatternSet set = declared(kFences);
  const model::SeverityCube cube = analyze_text(text, &set, 1);
  EXPECT_EQ(values(cube, "fences"),
            (Values{{"main/MPI_Win_fence 0.0", 1.0}, {"main/MPI_Win_fence 1.0", 1.0}}));
  EXPECT_THAT(differences(cube, analyze_text(text, &set, 2)), IsEmpty());
}

TEST(Roots, OfPluginsAreTheSame) {
  const PatternSet set = plugins("roots");
  EXPECT_DOUBLE_EQ(
      total(analyze_text(text_of("delay_of_a_lock_at_a_barrier.case"), &set, 1), "barrier_wait"),
      5.0);
  EXPECT_DOUBLE_EQ(
      total(analyze_text(text_of("delay_of_a_message_after_a_fence.case"), &set, 1), "fences"),
      2.0);
}

}  // namespace
}  // namespace tarry::testing
