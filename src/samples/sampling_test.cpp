// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "samples/sample_text.h"

namespace tarry::samples {
namespace {

using std::chrono::milliseconds;

TEST(CallingContextTree, HasEveryPathOnce) {
  CallingContextTree tree;
  const FrameId main = tree.child(CallingContextTree::kRoot, tree.intern({.name = "main"}));
  const SiteId a = tree.intern({.name = "A", .line = 5});
  const FrameId below_main = tree.child(main, a);
  EXPECT_EQ(tree.child(main, tree.intern({.name = "A", .line = 5})), below_main);
  EXPECT_NE(tree.child(main, tree.intern({.name = "A", .line = 6})), below_main);
  EXPECT_EQ(tree.depth(below_main), 2U);
  EXPECT_FALSE(tree.find_child(below_main, a).valid());
  const FrameId recursion = tree.child(below_main, a);
  EXPECT_NE(recursion, below_main);
  EXPECT_EQ(tree.common_depth(recursion, tree.child(main, tree.intern({.name = "B"}))), 1U);
  EXPECT_EQ(tree.common_depth(recursion, below_main), 2U);
  EXPECT_EQ(tree.ancestor(recursion, 1), main);
}

TEST(CallingContextTree, CopiesStandAlone) {
  CallingContextTree copy;
  {
    CallingContextTree tree;
    tree.child(CallingContextTree::kRoot, tree.intern({.name = "main", .file = "a.c", .line = 3}));
    copy = tree;
  }
  EXPECT_EQ(display_name(copy[FrameId{1}]), "main@a.c:3");
}

TEST(SampleText, ReadsSamplesFlowsAndExpectations) {
  const auto made = parse_samples(
      "# six samples\n"
      "period 4\n"
      "end 12\n"
      "flow loop@4: A@5 > B@6 > end\n"
      "P0-1 t=2..6 main > loop@4 > A@a.c:5\n"
      "clock P1 3\n"
      "P1 t=10 main > loop@4 > B@6 lca=1\n"
      "P2 t=2..6 main calls=3 synchronisations=1\n"
      "expect  none\n",
      "f");
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made->samples.threads.size(), 3U);
  const ThreadSamples& thread = made->samples.threads[1];
  EXPECT_EQ(thread.period, milliseconds(4));
  EXPECT_EQ(thread.end, milliseconds(12));
  ASSERT_EQ(thread.samples.size(), 3U);
  EXPECT_EQ(thread.samples[0].stayed, Sample::kUnknown);
  EXPECT_EQ(thread.samples[1].stayed, 3U);
  EXPECT_EQ(thread.samples[2].time, milliseconds(13));
  EXPECT_EQ(thread.samples[2].stayed, 1U);
  EXPECT_EQ(thread.samples[1].calls, Sample::kUnknown);
  const ThreadSamples& counted = made->samples.threads[2];
  EXPECT_EQ(counted.samples[0].calls, 3U);
  EXPECT_EQ(counted.samples[0].synchronisations, 1U);
  EXPECT_EQ(counted.samples[1].calls, 0U) << "in the same call";
  EXPECT_EQ(counted.samples[1].synchronisations, 0U);
  EXPECT_TRUE(made->samples.tree.is_loop(made->samples.tree.parent(thread.samples[0].leaf)));
  ASSERT_EQ(made->samples.flows.size(), 1U);
  EXPECT_EQ(made->samples.flows.begin()->second.calls.size(), 2U);
  EXPECT_EQ(made->expectations, std::vector<std::string>{" none"});
}

TEST(SampleText, SaysWhereItIsWrong) {
  for (const char* text : {"P0 t=1 main\n", "period 0\n", "period 4\nP0 main\n", "wrong\n",
                           "period 4\nP0 t=2 main lca=2\n", "period 4\nP0 t=2 main\nP0 t=2 main\n",
                           "flow loop@4 A@5\n", "period 4\nP0 t=2 A@x\n", "period 4\nP2-1 t=2 A\n",
                           "period 4\nP0 t=2 A calls=some\n"}) {
    const auto made = parse_samples(text, "f");
    ASSERT_FALSE(made.ok()) << text;
    EXPECT_TRUE(made.error().where.starts_with("f:")) << made.error().message();
  }
}

}  // namespace
}  // namespace tarry::samples
