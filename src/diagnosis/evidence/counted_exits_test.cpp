// SPDX-License-Identifier: BSD-3-Clause
// Tests what counted calls tell: which activations stayed, and when synchronizations were left.
#include "diagnosis/evidence/counted_exits.h"

#include <gtest/gtest.h>

#include "diagnosis/evidence/activations.h"
#include "samples/sample_text.h"

namespace tarry::diagnosis {
namespace {

using std::chrono::milliseconds;

struct Case {
  explicit Case(const std::string& text) {
    auto made = samples::parse_samples("period 4\n" + text, "f");
    EXPECT_TRUE(made.ok()) << made.error().message();
    samples = std::move(made->samples);
    labels = initial_labels(samples.tree, LabelTable::standard());
  }

  // Returns the result for the last two samples of the first thread.
  [[nodiscard]] std::uint32_t stayed() const {
    const std::vector<samples::Sample>& all = samples.threads[0].samples;
    return Activations(samples.tree, labels, samples.flows)
        .depth_that_stayed(samples.tree, all[all.size() - 2], all.back());
  }

  [[nodiscard]] std::optional<std::vector<CountedCall>> counted(std::size_t thread = 0) const {
    return counted_synchronisations(samples.tree, labels, samples.threads[thread]);
  }

  samples::SampleSet samples;
  InitialLabels labels;
};

TEST(Activations, AreAsTheSamplerSaysWithoutCounts) {
  EXPECT_EQ(
      Case("P0 t=2 main > MPI_Recv@4 > poll\nP0 t=6 main > MPI_Recv@4 > poll lca=3\n").stayed(),
      3U);
  EXPECT_EQ(Case("P0 t=2 main > MPI_Recv@4 > poll calls=1 synchronisations=0\n"
                 "P0 t=6 main > MPI_Recv@4 > poll lca=3 calls=0 synchronisations=0\n")
                .stayed(),
            3U);
}

TEST(Activations, OfMpiCallsEndWithTheNextCall) {
  EXPECT_EQ(Case("P0 t=2 main > MPI_Recv@4 > poll calls=1 synchronisations=0\n"
                 "P0 t=6 main > MPI_Recv@4 > poll lca=3 calls=1 synchronisations=0\n")
                .stayed(),
            1U);
}

TEST(Activations, StayWhereSomeRankCallsMpi) {
  // Rank 0 is never seen in the barrier that step calls.
  EXPECT_EQ(Case("P0 t=2..6 main > step@3 > work@10 calls=0 synchronisations=0\n"
                 "P0 t=10 main > step@3 > work@10 calls=1 synchronisations=1 lca=3\n"
                 "P1 t=2 main > step@3 > MPI_Barrier@12\n")
                .stayed(),
            2U);
}

TEST(Activations, EndWhereControlFlowDoesNotCallAgain) {
  const std::string samples =
      "P0 t=2 main > loop@2 > step@3 > work@10 calls=0 synchronisations=0\n"
      "P0 t=6 main > loop@2 > step@3 > work@10 lca=4 calls=1 synchronisations=1\n"
      "P1 t=2 main > loop@2 > step@3 > MPI_Barrier@12\n";
  EXPECT_EQ(Case(samples).stayed(), 3U);
  // A loop passes its calls again, but a procedure does not.
  EXPECT_EQ(
      Case("flow step@3: work@10 > MPI_Barrier@12 > end\nflow loop@2: step@3 > end\n" + samples)
          .stayed(),
      2U);
}

TEST(CountedExits, AreBetweenTheLastSampleInsideAndTheFirstBehind) {
  const Case made(
      "end 40\n"
      "P0 t=2..6 main > work@3 calls=0 synchronisations=0\n"
      "P0 t=10..14 main > MPI_Barrier@4 calls=1 synchronisations=1\n"
      "P0 t=18..22 main > work@3 calls=0 synchronisations=0\n"
      "P0 t=26 main > work@3 calls=3 synchronisations=2\n"
      "P0 t=30 main > MPI_Barrier@4 calls=1 synchronisations=1\n");
  const auto counted = made.counted();
  ASSERT_TRUE(counted.has_value());
  ASSERT_EQ(counted->size(), 4U);
  EXPECT_EQ((*counted)[0].exit, (TimeRange{milliseconds(14), milliseconds(18)}));
  EXPECT_TRUE((*counted)[0].path.valid());
  for (const int unseen : {1, 2}) {
    EXPECT_EQ((*counted)[unseen].exit, (TimeRange{milliseconds(22), milliseconds(26)}));
    EXPECT_FALSE((*counted)[unseen].path.valid());
  }
  EXPECT_EQ((*counted)[3].exit, (TimeRange{milliseconds(30), milliseconds(40)}));
}

TEST(CountedExits, DoNotNeedWholeCallPaths) {
  const auto counted = Case(
                           "P0 t=2 main > work@3 calls=0 synchronisations=0\n"
                           "P0 t=6 main > MPI_Barrier@4 calls=1 synchronisations=1\n"
                           "P0 t=10 (unknown_callers) > poll calls=0 synchronisations=0\n"
                           "P0 t=14 main > MPI_Barrier@4 calls=0 synchronisations=0\n"
                           "P0 t=18 (unknown_callers) > poll calls=1 synchronisations=1\n"
                           "P0 t=22 main > work@3 calls=0 synchronisations=0\n")
                           .counted();
  ASSERT_TRUE(counted.has_value());
  ASSERT_EQ(counted->size(), 2U);
  EXPECT_EQ((*counted)[0].exit, (TimeRange{milliseconds(14), milliseconds(18)}));
  EXPECT_EQ((*counted)[1].exit, (TimeRange{milliseconds(14), milliseconds(22)}));
  EXPECT_EQ((*counted)[1].before, milliseconds(14));
}

TEST(CountedExits, NeedCountsThatFitTheSamples) {
  EXPECT_FALSE(
      Case("P0 t=2 main > work@3 calls=0 synchronisations=0\nP0 t=6 main > work@3\n").counted());
  EXPECT_FALSE(Case("P0 t=2 main > MPI_Barrier@3 calls=1 synchronisations=0\n").counted());
}

TEST(CountedExits, AreBehindWhatIsSampledInThemLater) {
  const auto counted = Case(
                           "P0 t=2 main > work@3 calls=0 synchronisations=0\n"
                           "P0 t=6 main > first_call > dlsym calls=2 synchronisations=1\n"
                           "P0 t=10 main > MPI_Barrier@4 calls=0 synchronisations=0\n"
                           "P0 t=14 main > work@3 calls=0 synchronisations=0\n")
                           .counted();
  ASSERT_TRUE(counted.has_value());
  ASSERT_EQ(counted->size(), 1U);
  EXPECT_TRUE((*counted)[0].path.valid());
  EXPECT_EQ((*counted)[0].exit, (TimeRange{milliseconds(10), milliseconds(14)}));
}

TEST(CountedExits, AreNotThoseOfLaterCallsThatNobodyCounts) {
  // A plug-in that brings an MPI of its own makes such calls.
  std::string text = "P0 t=2 main > work@3 calls=0 synchronisations=0\n";
  for (int time = 6; time < 1600; time += 16)
    text += "P0 t=" + std::to_string(time) +
            " main > MPI_Barrier@4 calls=1 synchronisations=1\n"
            "P0 t=" +
            std::to_string(time + 4) + " main > work@3 calls=0 synchronisations=0\n";
  text += "P0 t=1610 main > plugin > MPI_Barrier calls=0 synchronisations=0\n";
  const auto counted = Case(text).counted();
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->back().exit, (TimeRange{milliseconds(1590), milliseconds(1594)}));
  text +=
      "P0 t=1614 main > work@3 calls=0 synchronisations=0\n"
      "P0 t=1618 main > plugin > MPI_Barrier calls=0 synchronisations=0\n";
  EXPECT_FALSE(Case(text).counted()) << "more than one of a hundred";
}

TEST(CountedPaths, AreThoseOfAnyThread) {
  const Case made(
      "P0 t=2 main > MPI_Barrier@4 calls=1 synchronisations=1\n"
      "P0 t=6 main > work@3 calls=1 synchronisations=1\n"
      "P1 t=2 main > work@3 calls=1 synchronisations=1\n"
      "P1 t=6 main > MPI_Allreduce@5 calls=1 synchronisations=1\n"
      "P2 t=2 main > work@3 calls=0 synchronisations=0\n"
      "P3 t=2 main > work@3 calls=5 synchronisations=5\n");
  CountedPaths common;
  common.add(made.counted(0));
  CountedPaths other;
  other.add(made.counted(1));
  other.add(made.counted(2));
  common.merge(other);
  ASSERT_TRUE(common.is_common());
  EXPECT_EQ(common.count(), 0U);  // rank 2 makes its calls after its last sample
  EXPECT_EQ(made.samples.tree[common.paths()[0]].name, "MPI_Barrier");
  EXPECT_EQ(made.samples.tree[common.paths()[1]].name, "MPI_Allreduce");
  common.add(made.counted(3));
  EXPECT_FALSE(common.is_common());
}

}  // namespace
}  // namespace tarry::diagnosis
