// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/picture.h"

#include <gtest/gtest.h>

#include <numeric>

#include "samples/sample_text.h"

namespace tarry::diagnosis {
namespace {

using std::chrono::seconds;

class PictureTest : public testing::Test {
 protected:
  void parse(const std::string& text) {
    auto parsed = samples::parse_samples(text, "f");
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    samples = std::move(parsed->samples);
    labels = initial_labels(samples.tree, LabelTable::standard());
  }

  [[nodiscard]] FrameId frame(const std::string& name) const {
    for (std::uint32_t at = 1; at < samples.tree.size(); ++at)
      if (samples.tree[FrameId{at}].name == name) return FrameId{at};
    return FrameId{};
  }

  [[nodiscard]] PictureRow row(std::uint32_t columns) {
    plan.columns = columns;
    return picture_row(samples.tree, labels, phases, plan, {&samples.threads[0], 0, {}});
  }

  samples::SampleSet samples;
  InitialLabels labels;
  std::vector<Phase> phases{{Time{0}, seconds(10), {}, {}, 0},
                            {seconds(10), seconds(20), {}, {}, 1}};
  PicturePlan plan;
};

constexpr const char* kRun =
    "period 1000\n"
    "end 20000\n"
    "P0 t=500..3500 main > work@5\n"
    "P0 t=4500..9500 main > MPI_Barrier@6 > poll@1\n"
    "P0 t=10500..18500 main > work@5\n"
    "P0 t=19500..19500 main > MPI_Recv@8 > poll@2\n";

TEST_F(PictureTest, AColumnShowsTheLongestPathAndThePartOfTheLongestMark) {
  parse(kRun);
  plan.marks = {{0, frame("work"), false, false}, {0, frame("MPI_Barrier"), true, false}};
  const PictureRow made = row(4);  // columns of 5 s
  ASSERT_EQ(made.cells.size(), 3U);
  EXPECT_EQ(made.cells[0].frame, frame("work"));  // 4 s, and 1 s in the barrier
  EXPECT_EQ(made.cells[0].mark, 0U);
  EXPECT_EQ(made.cells[0].tenths, 8U);
  EXPECT_EQ(made.cells[1].frame, frame("MPI_Barrier"));
  EXPECT_EQ(made.cells[1].mark, 1U);
  EXPECT_EQ(made.cells[1].tenths, 10U);
  EXPECT_EQ(made.cells[2].frame, frame("work"));  // phases of this kind have no mark for it
  EXPECT_EQ(made.cells[2].mark, PictureCell::kNone);
  EXPECT_EQ(made.cells[2].columns, 2U);
  EXPECT_EQ(made.sampled, seconds(20));
  EXPECT_EQ(made.hidden, seconds(2));  // time of the barrier and of MPI_Recv
}

TEST_F(PictureTest, AMarkWithLessTimeIsShownBesideTheLongestPath) {
  parse(kRun);
  plan.marks = {{0, frame("work"), true, false}};
  const PictureRow made = row(2);  // columns of 10 s: 4 s of work, 6 s of the barrier
  EXPECT_EQ(made.cells[0].frame, frame("MPI_Barrier"));
  EXPECT_EQ(made.cells[0].mark, 0U);
  EXPECT_EQ(made.cells[0].tenths, 4U);
}

TEST_F(PictureTest, TheDeepestMarkDecides) {
  parse(
      "period 1000\nend 10000\nP0 t=500..4500 main > a@1 > b@2 > c@3\nP0 t=5500..9500 main > "
      "a@1\n");
  phases = {{Time{0}, seconds(10), {}, {}, 0}};
  plan.marks = {{0, frame("a"), false, false}, {0, frame("b"), true, false}};
  EXPECT_EQ(row(2).cells[0].frame, frame("b"));
  EXPECT_EQ(row(2).cells[1].frame, frame("a"));
  plan.marks = {{0, frame("a"), false, true}};  // its own time alone
  EXPECT_EQ(row(2).cells[0].mark, PictureCell::kNone);
  EXPECT_EQ(row(2).cells[0].frame, frame("c"));
  EXPECT_EQ(row(2).cells[1].mark, 0U);
}

TEST_F(PictureTest, WhereThereAreNoSamplesNothingIsShown) {
  parse("period 1000\nend 10000\nP0 t=500..9500 main > work@5\n");
  const PictureRow made = row(20);
  ASSERT_EQ(made.cells.size(), 2U);
  EXPECT_EQ(made.cells[0].columns, 10U);
  EXPECT_FALSE(made.cells[1].frame.valid());
  EXPECT_EQ(made.cells[1].columns, 10U);
}

TEST(PlanPicture, IsBoundedForAnyNumberOfRanksAndHours) {
  std::vector<std::uint32_t> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const PicturePlan plan = plan_picture(numbers, {999, 7}, 900'000);
  EXPECT_EQ(plan.all, 1000U);
  EXPECT_LE(plan.numbers.size(), kMostRows);
  EXPECT_LE(plan.numbers.size() * plan.columns, kMostCells);
  EXPECT_GE(plan.columns, 1000U);
  for (const std::uint32_t worth : {0U, 7U, 999U})
    EXPECT_TRUE(std::binary_search(plan.numbers.begin(), plan.numbers.end(), worth)) << worth;
}

TEST(PlanPicture, AShortRunHasAColumnForEachPeriod) {
  const PicturePlan plan = plan_picture({0, 1, 2}, {}, 250);
  EXPECT_EQ(plan.columns, 250U);
  EXPECT_EQ(plan.numbers, (std::vector<std::uint32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace tarry::diagnosis
