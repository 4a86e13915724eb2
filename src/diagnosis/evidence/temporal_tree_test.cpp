// SPDX-License-Identifier: BSD-3-Clause
// Tests the example of six samples of PPoPP 2020, figure 2, and other trees of one thread.
#include "diagnosis/evidence/temporal_tree.h"

#include <gtest/gtest.h>

#include "diagnosis/evidence/call_exits.h"
#include "diagnosis/evidence/iterations.h"
#include "samples/sample_text.h"

namespace tarry::diagnosis {
namespace {

samples::SampleSet samples_of(const std::string& text) {
  auto made = samples::parse_samples("period 4\n" + text, "f");
  EXPECT_TRUE(made.ok()) << made.error().message();
  return std::move(made->samples);
}

constexpr const char* kSixSamples =
    "P0 t=2 main > loop@4 > A@5\n"
    "P0 t=6 main > loop@4 > B@6 lca=2\n"
    "P0 t=10 main > loop@4 > A@5 lca=2\n"
    "P0 t=14 main > loop@4 > A@5 lca=3\n";
constexpr const char* kReturned =
    "P0 t=18 main > loop@4 > A@5 lca=2\n"
    "P0 t=22 main > loop@4 > A@5 lca=3\n";
constexpr const char* kUnknown =
    "P0 t=18 main > loop@4 > A@5\n"
    "P0 t=22 main > loop@4 > A@5\n";
constexpr const char* kFlow = "flow loop@4: A@5 > B@6 > end\n";

// Returns "main(loop@4(A@5 B@6))", with iterations in [], inferred calls with !, and the number of
// samples after each frame.
std::string text_of(const TemporalTree& tree, const samples::CallingContextTree& paths,
                    TemporalId id) {
  const TemporalNode& node = tree[id];
  std::string inner;
  for (const TemporalId child : node.children)
    inner += (inner.empty() ? "" : " ") + text_of(tree, paths, child);
  if (node.kind == TemporalNode::Kind::Iteration) return '[' + inner + ']';
  std::string text = display_name(paths[node.frame]);
  if (node.kind == TemporalNode::Kind::Inferred) return text + '!';
  text += ':' + std::to_string(node.samples);
  return inner.empty() ? text : text + '(' + inner + ')';
}

TemporalTree tree_of(const samples::SampleSet& samples, const std::vector<bool>& ends) {
  const InitialLabels labels = initial_labels(samples.tree, LabelTable::standard());
  return build_temporal_tree(samples.tree, {samples.tree, labels, samples.flows},
                             samples.threads[0], ends);
}

// Returns the text of the tree below the root. `assumed`: without control flow, frames of this name
// are assumed to be called.
std::string tree_text(const samples::SampleSet& samples, bool with_iterations,
                      const std::string& assumed = "") {
  TemporalTree tree = tree_of(samples, std::vector<bool>(samples.tree.size()));
  std::vector<bool> is_assumed(samples.tree.size());
  for (std::uint32_t at = 1; at < samples.tree.size(); ++at)
    is_assumed[at] = samples.tree[FrameId{at}].name == assumed;
  BodyOrders orders(samples, is_assumed);
  if (with_iterations) find_iterations(tree, orders);
  const TemporalNode& root = tree[TemporalTree::kRoot];
  EXPECT_EQ(root.children.size(), 1U);
  return text_of(tree, samples.tree, root.children.front());
}

TEST(TemporalTree, KeepsCallsApartThatHaveReturned) {
  EXPECT_EQ(tree_text(samples_of(std::string(kSixSamples) + kReturned), false),
            "main:6(loop@4:6(A@5:1 B@6:1 A@5:2 A@5:2))");
  EXPECT_EQ(tree_text(samples_of(std::string(kSixSamples) + kUnknown), false),
            "main:6(loop@4:6(A@5:1 B@6:1 A@5:4))");
}

TEST(TemporalTree, BordersAreBetweenTwoSamples) {
  const samples::SampleSet samples = samples_of(std::string(kSixSamples) + kReturned);
  const TemporalTree tree = tree_of(samples, std::vector<bool>(samples.tree.size()));
  const TemporalNode& loop = tree[tree[tree[TemporalTree::kRoot].children[0]].children[0]];
  const TemporalNode& third = tree[loop.children[2]];
  using std::chrono::milliseconds;
  EXPECT_EQ(third.begin, (TimeRange{milliseconds(6), milliseconds(10)}));
  EXPECT_EQ(third.end, (TimeRange{milliseconds(14), milliseconds(18)}));
  EXPECT_EQ(third.duration(), (TimeRange{milliseconds(4), milliseconds(12)}));
  EXPECT_EQ(third.estimate(), milliseconds(8));
  Time sum{0};
  for (const TemporalId child : loop.children) sum += tree[child].estimate();
  EXPECT_EQ(sum, loop.estimate());
}

TEST(TemporalTree, EndsWhereItIsTold) {
  const samples::SampleSet samples = samples_of(
      "P0 t=2 main > MPI_Recv@4 > wait > poll\nP0 t=6 main > MPI_Recv@4 > wait > spin lca=3\n"
      "P0 t=10 main > MPI_Recv@4 > copy lca=1\n");
  const InitialLabels labels = initial_labels(samples.tree, LabelTable::standard());
  const TemporalTree tree = tree_of(samples, labels.is_entry);
  EXPECT_EQ(text_of(tree, samples.tree, TemporalTree::kRoot),
            "?:3(main:3(MPI_Recv@4:2 MPI_Recv@4:1))");
}

TEST(TemporalTree, LoopsStayAsLongAsTheirProcedure) {
  EXPECT_EQ(tree_text(samples_of("P0 t=2 main > loop@4 > A@5\nP0 t=6 main > loop@4 > A@5 lca=1\n"),
                      false),
            "main:2(loop@4:2(A@5:1 A@5:1))");
}

TEST(Iterations, BeginWithBackEdges) {
  EXPECT_EQ(tree_text(samples_of(std::string(kFlow) + kSixSamples + kReturned), true),
            "main:6(loop@4:6([A@5:1 B@6:1] [A@5:2 B@6!] [A@5:2 B@6!]))");
  EXPECT_EQ(tree_text(samples_of(std::string(kFlow) + kSixSamples + kUnknown), true),
            "main:6(loop@4:6([A@5:1 B@6:1] [A@5:4 B@6!]))");
}

TEST(Iterations, AreToldByLinesWithoutControlFlow) {
  const samples::SampleSet samples = samples_of(std::string(kSixSamples) + kReturned);
  EXPECT_EQ(tree_text(samples, true), "main:6(loop@4:6([A@5:1 B@6:1] [A@5:2] [A@5:2]))");
  EXPECT_EQ(tree_text(samples, true, "B"),
            "main:6(loop@4:6([A@5:1 B@6:1] [A@5:2 B@6!] [A@5:2 B@6!]))");
}

TEST(Iterations, InferOnlyWhatEveryPathCalls) {
  // A is followed by B or C, then by D.
  EXPECT_EQ(tree_text(samples_of("flow loop@4: A@5 > B@6 > D@9 > end, A@5 > C@8 > D@9\n"
                                 "P0 t=2 main > loop@4 > A@5\n"
                                 "P0 t=6 main > loop@4 > C@8\n"
                                 "P0 t=10 main > loop@4 > A@5\n"
                                 "P0 t=14 main > loop@4 > D@9\n"
                                 "P0 t=18 main > loop@4 > B@6\n"),
                      true),
            "main:5(loop@4:5([A@5:1 C@8:1 D@9!] [A@5:1 D@9:1] [A@5! B@6:1 D@9!]))");
}

TEST(Iterations, AreInProceduresThatCallAPlaceAgain) {
  const std::string text = "P0 t=2 main > A@5\nP0 t=6 main > B@6\nP0 t=10 main > A@5\n";
  EXPECT_EQ(tree_text(samples_of(text), true), "main:3([A@5:1 B@6:1] [A@5:1])");
}

TEST(Iterations, RepeatedCallsOutsideOfLoopsAreErrorsOfTheSampler) {
  EXPECT_EQ(tree_text(samples_of("flow main: A@5 > B@6 > end\n"
                                 "P0 t=2 main > A@5\nP0 t=6 main > A@5 lca=1\n"),
                      true),
            "main:2(A@5:2)");
}

TEST(Iterations, LoopsOfNothingButShortLoopsAreProfiles) {
  EXPECT_EQ(tree_text(samples_of("P0 t=2 main > loop@4 > loop@5\n"
                                 "P0 t=6 main > loop@4 > loop@7\n"
                                 "P0 t=10 main > loop@4 > loop@5\n"),
                      true),
            "main:3(loop@4:3(loop@5:2 loop@7:1))");
}

TEST(CallExits, HaveCallsThatNobodySampled) {
  // The barrier of the second iteration was too short to be sampled.
  const samples::SampleSet samples = samples_of(
      "P0 t=2 main > loop@4 > A@5\nP0 t=6 main > loop@4 > MPI_Barrier@6\n"
      "P0 t=10..14 main > loop@4 > A@5\nP0 t=18..22 main > loop@4 > A@5 lca=2\n");
  TemporalTree tree = tree_of(samples, std::vector<bool>(samples.tree.size()));
  const InitialLabels labels = initial_labels(samples.tree, LabelTable::standard());
  BodyOrders orders(samples, labels.is_entry);
  find_iterations(tree, orders);
  const ThreadExits exits = synchronisations_of(tree, labels);
  ASSERT_EQ(exits.size(), 1U);
  ASSERT_EQ(exits[0].exits.size(), 3U);
  using std::chrono::milliseconds;
  EXPECT_TRUE(exits[0].exits[0].is_sampled);
  EXPECT_EQ(exits[0].exits[0].when, (TimeRange{milliseconds(6), milliseconds(10)}));
  EXPECT_FALSE(exits[0].exits[1].is_sampled);
  EXPECT_EQ(exits[0].exits[1].when, (TimeRange{milliseconds(14), milliseconds(18)}));
}

}  // namespace
}  // namespace tarry::diagnosis
