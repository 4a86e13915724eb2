// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/cut.h"

#include <gtest/gtest.h>

#include "algebra/random_report.h"

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

// What is cut out and what remains are the whole.
TEST(Cut, PartsKeepTotals) {
  int cuts = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const SeverityCube whole = RandomReport(seed).make();
    const base::Result<SeverityCube> part = cut(whole, {.roots = {"solve"}, .pruned = {}});
    const base::Result<SeverityCube> rest = cut(whole, {.roots = {}, .pruned = {"solve"}});
    ASSERT_EQ(part.ok(), rest.ok());
    if (!part.ok()) continue;  // this report has no such region
    ++cuts;
    for (std::uint32_t m = 0; m < whole.metrics.size(); ++m)
      EXPECT_EQ(part->total(MetricId{m}) + rest->total(MetricId{m}), whole.total(MetricId{m}));
    for (const model::CubeCallPath& path : part->callpaths)
      EXPECT_TRUE(path.parent.valid() || path.region == "solve");
    for (const model::CubeCallPath& path : rest->callpaths) EXPECT_NE(path.region, "solve");
  }
  EXPECT_GT(cuts, 50);
}

class CutTest : public testing::Test {
 protected:
  // main calls solve and init, which calls solve, too; each solve sends.
  CutTest() {
    report_.add_catalogue();
    report_.callpaths = {{{}, "main", "", 0, "function", "user"},
                         {CallPathId{0}, "init", "", 0, "function", "user"},
                         {CallPathId{1}, "solve", "", 0, "function", "user"},
                         {CallPathId{2}, "MPI_Send", "", 0, "point2point", "mpi"},
                         {CallPathId{0}, "solve", "", 0, "function", "user"},
                         {CallPathId{4}, "MPI_Send", "", 0, "point2point", "mpi"}};
    report_.locations = {{model::Rank{0}, 0, "n", "cpu"}};
    for (std::uint32_t n = 0; n < report_.callpaths.size(); ++n)
      report_.set_row(model::metric::time, CallPathId{n}, {double(1u << n)});
  }

  SeverityCube report_;
};

TEST_F(CutTest, RootsOfOneRegionAreAddedUp) {
  const base::Result<SeverityCube> part = cut(report_, {.roots = {"solve"}, .pruned = {}});
  ASSERT_TRUE(part.ok());
  ASSERT_EQ(part->callpaths.size(), 2u);
  EXPECT_EQ(part->total(model::metric::time, CallPathId{0}), 4.0 + 16.0);
  EXPECT_EQ(part->total(model::metric::time, CallPathId{1}), 8.0 + 32.0);
}

TEST_F(CutTest, PruningAppliesBelowRoots) {
  const base::Result<SeverityCube> part = cut(report_, {.roots = {"sol*"}, .pruned = {"MPI_*"}});
  ASSERT_TRUE(part.ok());
  ASSERT_EQ(part->callpaths.size(), 1u);
  EXPECT_EQ(part->total(model::metric::time), 20.0);
}

TEST_F(CutTest, PruningHidesNoRoots) {
  const base::Result<SeverityCube> part = cut(report_, {.roots = {"solve"}, .pruned = {"init"}});
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(part->total(model::metric::time), 4.0 + 8.0 + 16.0 + 32.0);
}

TEST_F(CutTest, APatternWithoutCallPathIsAnError) {
  const base::Result<SeverityCube> part = cut(report_, {.roots = {"slove"}, .pruned = {}});
  ASSERT_FALSE(part.ok());
  EXPECT_NE(part.error().what.find("'slove'"), std::string::npos);
}

}  // namespace
}  // namespace tarry::algebra
