// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/clusters.h"

#include <gtest/gtest.h>

#include "diagnosis/evidence/difference.h"
#include "diagnosis/evidence/iterations.h"
#include "diagnosis/evidence/regular_sections.h"

namespace tarry::diagnosis {
namespace {

using std::chrono::milliseconds;

TEST(RegularSections, AreShortForRegularLists) {
  using Sections = std::vector<RegularSection>;
  EXPECT_EQ(regular_sections({0, 4, 8, 12, 16}), (Sections{{0, 4, 5}}));
  EXPECT_EQ(regular_sections({0, 1, 4, 5, 8, 9, 12, 13, 16, 17}), (Sections{{0, 4, 5}, {1, 4, 5}}));
  EXPECT_EQ(regular_sections({3, 5, 7, 9}), (Sections{{3, 1, 1}, {5, 1, 1}, {7, 1, 1}, {9, 1, 1}}));
  EXPECT_EQ(regular_sections({2, 10, 11, 12, 13, 14}), (Sections{{2, 1, 1}, {10, 1, 5}}));
  EXPECT_TRUE(regular_sections({}).empty());
}

// Returns a thread that works for a while and then waits until 3 s.
MergedNode thread_of(Time work) {
  MergedNode made;
  made.frame = FrameId{0};
  const Time error = milliseconds(4);
  const TimeRange whole{milliseconds(3000), milliseconds(3000)};
  made.sum = whole;
  made.children.push_back({FrameId{1}, {work - error, work + error}, {}, {}});
  made.children.push_back(
      {FrameId{2}, {whole.low - work - error, whole.high - work + error}, {}, {}});
  return made;
}

TEST(Difference, IsWhatSurelyDiffers) {
  const Cluster a{{0}, 1, thread_of(milliseconds(1000))};
  const Cluster b{{1}, 1, thread_of(milliseconds(2000))};
  // Each of two call paths differs by 1000 ms, less 4 ms at both ends.
  const std::vector<FrameDifference> frames = differences(a, b, milliseconds(4));
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].time, milliseconds(992));
  EXPECT_EQ(frames[1].time, milliseconds(992));
  EXPECT_DOUBLE_EQ(difference_ratio(a, b, milliseconds(4)), 1.984 / 6);
  const Cluster near{{2}, 1, thread_of(milliseconds(1008))};
  EXPECT_EQ(difference_ratio(a, near, milliseconds(4)), 0);
}

// The second thread calls, for a second and to a depth of two, something that the first one never
// calls.
TEST(Difference, OfWhatOneDoesNotHaveIsKnownOnceWeighed) {
  Cluster a{{0}, 2, thread_of(milliseconds(1000))};
  Cluster b{{1}, 2, thread_of(milliseconds(1000))};
  const TimeRange second{milliseconds(2000), milliseconds(2000)};  // the sum of two threads
  MergedNode called{FrameId{3}, second, {}, {}};
  called.children.push_back({FrameId{4}, {milliseconds(1200), milliseconds(1200)}, {}, {}});
  b.tree.children[0].children.push_back(called);
  weigh(a, milliseconds(4));
  weigh(b, milliseconds(4));
  EXPECT_EQ(b.tree.children[0].children[0].difference_from_none, milliseconds(1000));
  Time sum{0};
  for (const FrameDifference& one : differences(a, b, milliseconds(4))) sum += one.time;
  EXPECT_GT(sum, milliseconds(1000));
  const double seconds = std::chrono::duration<double>(sum).count();
  EXPECT_DOUBLE_EQ(difference_ratio(a, b, milliseconds(4)), seconds / 3);
  EXPECT_DOUBLE_EQ(difference_ratio(b, a, milliseconds(4)), seconds / 3);
}

// Returns the clusters of eight threads. Every second one works twice as long, and all have jitter
// of up to three samples.
ThreadClusters eight_threads(const std::vector<std::uint32_t>& order) {
  ThreadClusters clusters{Time(milliseconds(4))};
  for (const std::uint32_t thread : order) {
    const Time jitter = milliseconds(4) * (static_cast<int>(thread * 5 % 7) - 3);
    clusters.add(thread, thread_of(milliseconds(thread % 2 == 0 ? 1000 : 2000) + jitter));
  }
  return clusters;
}

TEST(Clusters, AreThreadsThatAreAlike) {
  const std::vector<Cluster> clusters = eight_threads({0, 1, 2, 3, 4, 5, 6, 7}).finish();
  ASSERT_EQ(clusters.size(), 2U);
  EXPECT_EQ(clusters[0].members, (std::vector<std::uint32_t>{0, 2, 4, 6}));
  EXPECT_EQ(clusters[1].members, (std::vector<std::uint32_t>{1, 3, 5, 7}));
  EXPECT_EQ(clusters[1].weight, 4U);
}

TEST(Clusters, DoNotDependOnWhoHasWhichThreads) {
  const auto bytes = [](const ThreadClusters& clusters) {
    workers::Bytes made;
    append_clusters(made, clusters.finish());
    return made;
  };
  const workers::Bytes expected = bytes(eight_threads({0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(bytes(eight_threads({7, 2, 5, 0, 3, 6, 1, 4})), expected);
  ThreadClusters left = eight_threads({6, 1, 4});
  const ThreadClusters right = eight_threads({0, 7, 3, 2, 5});
  workers::Bytes message;
  right.append_to(message);
  workers::MessageReader reader(message);
  left.merge(ThreadClusters::take(reader));
  EXPECT_EQ(bytes(left), expected);
}

TEST(Clusters, AreNotMoreThanElevenWhateverComes) {
  ClusterSet set{Time(milliseconds(4))};
  for (std::uint32_t thread = 0; thread < 50; ++thread) {
    set.insert({{thread}, 1, thread_of(milliseconds(50 * thread + 100))});
    EXPECT_LE(set.clusters().size(), 10U);
  }
}

TEST(MergedTree, KeepsIterationsThatAreAlike) {
  // Every third iteration writes a file.
  samples::SampleSet samples;
  samples::CallingContextTree& paths = samples.tree;
  samples::Site site;
  site.kind = samples::FrameKind::Loop;
  site.line = 1;
  const FrameId loop = paths.child(samples::CallingContextTree::kRoot, paths.intern(site));
  site = {};
  site.name = "step";
  site.line = 2;
  const FrameId step = paths.child(loop, paths.intern(site));
  site.name = "write";
  site.line = 3;
  const FrameId write = paths.child(loop, paths.intern(site));
  samples::ThreadSamples& thread = samples.threads.emplace_back();
  thread.period = milliseconds(4);
  Time time = milliseconds(2);
  const auto add = [&](FrameId leaf, int count) {
    for (int sample = 0; sample < count; ++sample, time += thread.period)
      thread.samples.push_back({time, leaf, sample == 0 ? 1U : 2U});
  };
  for (int iteration = 0; iteration < 30; ++iteration) {
    add(step, 25);
    if (iteration % 3 == 2) add(write, 25);
  }
  thread.end = time;
  const std::vector<bool> assumed(paths.size());
  TemporalTree tree = build_temporal_tree(
      paths, {paths, initial_labels(paths, LabelTable::standard()), {}}, thread, assumed);
  BodyOrders orders(samples, assumed);
  find_iterations(tree, orders);
  const MergedNode merged = merged_tree(tree);
  ASSERT_EQ(merged.children.size(), 1U);
  const std::vector<Cluster>& iterations = merged.children[0].iterations;
  ASSERT_EQ(iterations.size(), 2U);
  EXPECT_EQ(iterations[0].weight, 20U);
  EXPECT_EQ(regular_sections(iterations[1].members), (std::vector<RegularSection>{{2, 3, 10}}));
}

}  // namespace
}  // namespace tarry::diagnosis
