// SPDX-License-Identifier: BSD-3-Clause
// Counters as a part of patterns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/declared/parser.h"
#include "patterns/pattern_runs.h"
#include "support/cube_comparison.h"

namespace tarry::testing {
namespace {

using analysis::declared::PatternSet;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Rank 0 sends late twice: first it has computed 900 instructions in `solve`, then it slept,
// with 20.
constexpr const char* kCounted =
    "ranks 2\n"
    "counter PAPI_TOT_INS\n"
    "counters papi PAPI_TOT_INS\n"
    "0: main 0..20 papi=0..1000 { solve 1..5 papi=50..950 MPI_Send 5..5.2 to=1 papi=950..955\n"
    "  solve 6..10 papi=960..980 MPI_Send 10..10.2 to=1 papi=980..990 }\n"
    "1: main 0..20 papi=0..1000 { MPI_Recv 2..5.5 from=0 papi=10..40\n"
    "  MPI_Recv 6..10.5 from=0 papi=50..90 }\n";

TEST(Counters, OfTheSenderTellWhyItIsLate) {
  const PatternSet set = declared(
      "pattern busy_sender parent mpi_latesender root result mpi_latesender\n"
      "  where root.receive.send.call.before(\"solve\").counter(\"PAPI_TOT_INS\") > 100\n"
      "  at root.call severity root.amount\n"
      "  export instructions = root.call.counter(\"PAPI_TOT_INS\")\n"
      "end\n"
      "pattern idle_sender parent mpi_latesender root result mpi_latesender\n"
      "  where root.receive.send.call.before(\"solve\").counter(\"PAPI_TOT_INS\") <= 100\n"
      "  at root.call severity root.amount\n"
      "end\n");
  const model::SeverityCube cube = analyze_text(kCounted, &set, 1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_EQ(values(cube, "busy_sender"), (Values{{"main/MPI_Recv 1.0", 3.0}}));
  EXPECT_EQ(values(cube, "busy_sender_instructions"), (Values{{"main/MPI_Recv 1.0", 30.0}}));
  EXPECT_EQ(values(cube, "idle_sender"), (Values{{"main/MPI_Recv 1.0", 4.0}}));
  EXPECT_THAT(differences(cube, analyze_text(kCounted, &set, 2)), IsEmpty());
}

TEST(Counters, ThatTheTraceLacksHaveNoValueAndAreWarnedOf) {
  const PatternSet set = declared(
      "pattern none root call where root.counter(\"PAPI_L2_TCM\") >= 0 at root severity root.own "
      "end\n"
      "pattern all root call where not exists(root.counter(\"PAPI_L2_TCM\"))\n"
      "  at root severity root.own end\n");
  const model::SeverityCube cube = analyze_text(kCounted, &set, 1);
  EXPECT_DOUBLE_EQ(total(cube, "none"), 0.0);
  EXPECT_GT(total(cube, "all"), 0.0);
  EXPECT_THAT(cube.experiment.warnings,
              ElementsAre(HasSubstr("counters that patterns ask for and the trace lacks "
                                    "(PAPI_L2_TCM)")));
}

TEST(Counters, AreTwoAtMost) {
  PatternSet set;
  const base::Status parsed = analysis::declared::parse(
      "pattern a root call at root severity 1s * (root.counter(\"a\") + root.counter(\"b\") + "
      "root.counter(\"c\")) end",
      "x.pattern", set);
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().message(), HasSubstr("more than 2 different counters"));
}

}  // namespace
}  // namespace tarry::testing
