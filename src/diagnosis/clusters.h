// SPDX-License-Identifier: BSD-3-Clause
// Threads, or iterations, that are alike. Each new one is a cluster; then the closest two are
// merged while they are close, or there are too many (thresholds.h). Takes a dozen comparisons of
// trees for each insertion, and memory for a dozen trees.
//
// Which clusters come out depends on the order of insertion. So that it does not depend on which
// worker has which threads, threads are merged along a fixed binary tree over their numbers.
#pragma once

#include <map>
#include <utility>

#include "diagnosis/merged_tree.h"

namespace tarry::diagnosis {

class ClusterSet {
 public:
  explicit ClusterSet(Time period) : period_(period) {}

  void insert(Cluster cluster);

  [[nodiscard]] const std::vector<Cluster>& clusters() const { return clusters_; }
  // By first member.
  std::vector<Cluster> take();

 private:
  void merge_closest(std::size_t a, std::size_t b);
  [[nodiscard]] double ratio_of(std::size_t a, std::size_t b) const;

  Time period_;
  std::vector<Cluster> clusters_;
  std::vector<std::vector<double>> ratios_;  // of each to those before it
};

void append_clusters(workers::Bytes& message, const std::vector<Cluster>& clusters);
std::vector<Cluster> take_clusters(workers::MessageReader& message);

// The clusters of threads by number, as far as the threads of whole subtrees of the fixed tree are
// there.
class ThreadClusters {
 public:
  explicit ThreadClusters(Time period) : period_(period) {}

  void add(std::uint32_t thread, MergedNode tree);
  void merge(const ThreadClusters& other);
  void append_to(workers::Bytes& message) const;
  static ThreadClusters take(workers::MessageReader& message);

  // All of them as one set, when no more will come.
  [[nodiscard]] std::vector<Cluster> finish() const;

 private:
  // Level of the tree and number there: threads [number << level, (number + 1) << level).
  using Place = std::pair<std::uint32_t, std::uint32_t>;

  void put(Place place, std::vector<Cluster> clusters);

  Time period_;
  std::map<Place, std::vector<Cluster>> parts_;
};

}  // namespace tarry::diagnosis
