// SPDX-License-Identifier: BSD-3-Clause
// Clusters of threads, or of iterations, that are alike. Each new one is a cluster; then the
// closest two clusters are merged while they are close, or while there are too many (thresholds.h).
// An insertion takes a dozen comparisons of trees, and a set has the memory of a dozen trees.
//
// The clusters depend on the order of insertion. To make them independent of how threads are dealt
// to workers, threads are merged along a fixed binary tree over their numbers.
#pragma once

#include <map>
#include <utility>

#include "diagnosis/evidence/merged_tree.h"

namespace tarry::diagnosis {

class ClusterSet {
 public:
  explicit ClusterSet(Time period) : period_(period) {}

  void insert(Cluster cluster);

  [[nodiscard]] const std::vector<Cluster>& clusters() const { return clusters_; }
  // Moves out the clusters, in the order of their first members.
  std::vector<Cluster> take();

 private:
  void merge_closest(std::size_t a, std::size_t b);
  [[nodiscard]] double ratio_of(std::size_t a, std::size_t b) const;

  Time period_;
  std::vector<Cluster> clusters_;
  std::vector<std::vector<double>> ratios_;  // by cluster, then by earlier cluster
};

void append_clusters(workers::Bytes& message, const std::vector<Cluster>& clusters);
std::vector<Cluster> take_clusters(workers::MessageReader& message);

// The clusters of threads by number. Where all threads of a subtree of the fixed tree are known,
// they are merged.
class ThreadClusters {
 public:
  explicit ThreadClusters(Time period) : period_(period) {}

  void add(std::uint32_t thread, MergedNode tree);
  void merge(const ThreadClusters& other);
  void append_to(workers::Bytes& message) const;
  static ThreadClusters take(workers::MessageReader& message);

  // Returns all of them as one set; call it after the last add() or merge().
  [[nodiscard]] std::vector<Cluster> finish() const;

 private:
  // The level in the tree and the number there: threads [number << level, (number + 1) << level).
  using Place = std::pair<std::uint32_t, std::uint32_t>;

  void put(Place place, std::vector<Cluster> clusters);

  Time period_;
  std::map<Place, std::vector<Cluster>> parts_;
};

}  // namespace tarry::diagnosis
