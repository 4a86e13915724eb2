// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/clusters.h"

#include <algorithm>

#include "diagnosis/evidence/difference.h"
#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

void ClusterSet::insert(Cluster cluster) {
  weigh(cluster, period_);
  clusters_.push_back(std::move(cluster));
  ratios_.emplace_back();
  for (std::size_t at = 0; at + 1 < clusters_.size(); ++at)
    ratios_.back().push_back(difference_ratio(clusters_[at], clusters_.back(), period_));
  while (clusters_.size() > 1) {
    double least = 2;
    double largest = 0;
    std::pair<std::size_t, std::size_t> closest;
    for (std::size_t b = 1; b < clusters_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) {
        largest = std::max(largest, ratio_of(a, b));
        if (ratio_of(a, b) >= least) continue;
        least = ratio_of(a, b);
        closest = {a, b};
      }
    const bool is_close = least <= kSameCluster || least <= kSameClusterOfLargest * largest;
    if (!is_close && clusters_.size() <= kMostClusters) return;
    merge_closest(closest.first, closest.second);
  }
}

double ClusterSet::ratio_of(std::size_t a, std::size_t b) const {
  return a < b ? ratios_[b][a] : ratios_[a][b];
}

// `b` has the higher index.
void ClusterSet::merge_closest(std::size_t a, std::size_t b) {
  Cluster& into = clusters_[a];
  Cluster& from = clusters_[b];
  std::vector<std::uint32_t> members;
  std::set_union(into.members.begin(), into.members.end(), from.members.begin(), from.members.end(),
                 std::back_inserter(members));
  into.members = std::move(members);
  into.weight += from.weight;
  merge(into.tree, std::move(from.tree), period_);
  weigh(into, period_);
  clusters_.erase(clusters_.begin() + static_cast<std::ptrdiff_t>(b));
  ratios_.erase(ratios_.begin() + static_cast<std::ptrdiff_t>(b));
  for (std::size_t at = b; at < ratios_.size(); ++at)
    ratios_[at].erase(ratios_[at].begin() + static_cast<std::ptrdiff_t>(b));
  for (std::size_t at = 0; at < clusters_.size(); ++at)
    if (at != a)
      ratios_[std::max(a, at)][std::min(a, at)] =
          difference_ratio(clusters_[a], clusters_[at], period_);
}

std::vector<Cluster> ClusterSet::take() {
  std::sort(clusters_.begin(), clusters_.end(),
            [](const Cluster& a, const Cluster& b) { return a.members < b.members; });
  ratios_.clear();
  return std::move(clusters_);
}

void append_clusters(workers::Bytes& message, const std::vector<Cluster>& clusters) {
  workers::append(message, std::uint64_t{clusters.size()});
  for (const Cluster& cluster : clusters) {
    append_list(message, cluster.members);
    workers::append(message, cluster.weight);
    append_node(message, cluster.tree);
  }
}

std::vector<Cluster> take_clusters(workers::MessageReader& message) {
  std::vector<Cluster> clusters(message.take<std::uint64_t>());
  for (Cluster& cluster : clusters) {
    cluster.members = take_list<std::uint32_t>(message);
    cluster.weight = message.take<std::uint64_t>();
    cluster.tree = take_node(message);
  }
  return clusters;
}

void ThreadClusters::add(std::uint32_t thread, MergedNode tree) {
  std::vector<Cluster> one;
  one.push_back({{thread}, 1, std::move(tree)});
  put({0, thread}, std::move(one));
}

void ThreadClusters::put(Place place, std::vector<Cluster> clusters) {
  while (place.first < 32) {
    const auto sibling = parts_.find({place.first, place.second ^ 1U});
    if (sibling == parts_.end()) break;
    const bool is_left = (place.second & 1U) != 0;  // the sibling
    ClusterSet both(period_);
    for (std::vector<Cluster>* all :
         {is_left ? &sibling->second : &clusters, is_left ? &clusters : &sibling->second})
      for (Cluster& cluster : *all) both.insert(std::move(cluster));
    parts_.erase(sibling);
    clusters = both.take();
    place = {place.first + 1, place.second / 2};
  }
  parts_.emplace(place, std::move(clusters));
}

void ThreadClusters::merge(const ThreadClusters& other) {
  for (const auto& [place, clusters] : other.parts_) put(place, clusters);
}

void ThreadClusters::append_to(workers::Bytes& message) const {
  workers::append(message, period_);
  workers::append(message, std::uint64_t{parts_.size()});
  for (const auto& [place, clusters] : parts_) {
    workers::append(message, place.first);
    workers::append(message, place.second);
    append_clusters(message, clusters);
  }
}

ThreadClusters ThreadClusters::take(workers::MessageReader& message) {
  ThreadClusters made(message.take<Time>());
  const auto parts = message.take<std::uint64_t>();
  for (std::uint64_t at = 0; at < parts; ++at) {
    const auto level = message.take<std::uint32_t>();
    const auto number = message.take<std::uint32_t>();
    made.parts_.emplace(Place{level, number}, take_clusters(message));
  }
  return made;
}

std::vector<Cluster> ThreadClusters::finish() const {
  std::vector<std::pair<std::uint64_t, const std::vector<Cluster>*>> in_order;
  for (const auto& [place, clusters] : parts_)
    in_order.emplace_back(std::uint64_t{place.second} << place.first, &clusters);
  std::sort(in_order.begin(), in_order.end());
  ClusterSet all(period_);
  for (const auto& [first, clusters] : in_order)
    for (const Cluster& cluster : *clusters) all.insert(cluster);
  return all.take();
}

}  // namespace tarry::diagnosis
