// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/path_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tarry::trace::summary {

std::uint32_t PathUnion::intern(const std::string& key) {
  const auto [found, added] =
      key_numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
  if (added) keys_.push_back(key);
  return found->second;
}

std::uint32_t PathUnion::child(std::uint32_t parent, const std::string& key) {
  return paths_.child(parent, intern(key));
}

std::vector<std::uint32_t> PathUnion::add(const PathTree& tree) {
  std::vector<std::uint32_t> keys;
  keys.reserve(tree.keys.size());
  for (const std::string& key : tree.keys) keys.push_back(intern(key));
  return paths_.merge(tree.paths, [&](const Path& path) { return keys[path.key]; });
}

PathTree PathUnion::canonical(std::vector<std::uint32_t>* positions) const {
  PathTree out;
  std::vector<std::uint32_t> order(keys_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return keys_[a] < keys_[b]; });
  std::vector<std::uint32_t> rank(keys_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    out.keys.push_back(keys_[order[i]]);
  }
  std::vector<std::uint32_t> sorted(paths_.size());  // by parent, then key
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) {
    return std::pair(paths_[a].parent, rank[paths_[a].key]) <
           std::pair(paths_[b].parent, rank[paths_[b].key]);
  });
  // The begin of each path's children in `sorted`.
  std::vector<std::uint32_t> first(paths_.size() + 1, 0), end(paths_.size() + 1, 0);
  const auto slot = [&](std::uint32_t parent) {
    return parent == kNoPath ? paths_.size() : parent;
  };
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    const std::size_t s = slot(paths_[sorted[i]].parent);
    if (end[s] == 0) first[s] = i;
    end[s] = i + 1;
  }
  std::vector<std::uint32_t> place(paths_.size());
  std::vector<std::uint32_t> stack;
  const auto push = [&](std::size_t s) {
    for (std::uint32_t i = end[s]; i > first[s]; --i) stack.push_back(sorted[i - 1]);
  };
  push(paths_.size());
  while (!stack.empty()) {
    const std::uint32_t path = stack.back();
    stack.pop_back();
    place[path] = static_cast<std::uint32_t>(out.paths.size());
    const std::uint32_t parent = paths_[path].parent;
    out.paths.push_back({parent == kNoPath ? kNoPath : place[parent], rank[paths_[path].key]});
    push(path);
  }
  if (positions != nullptr) *positions = std::move(place);
  return out;
}

PathTree unite(const PathTree& one, const PathTree& other) {
  if (one == other) return one;
  PathUnion both;
  both.add(one);
  both.add(other);
  return both.canonical();
}

void BinomialUnion::add(PathTree tree) {
  blocks_.push_back({1, std::move(tree)});
  most_ = std::max(most_, blocks_.size());
  while (blocks_.size() > 1 && blocks_[blocks_.size() - 2].trees == blocks_.back().trees) {
    Block& before = blocks_[blocks_.size() - 2];
    before.tree = unite(before.tree, blocks_.back().tree);
    before.trees *= 2;
    blocks_.pop_back();
  }
}

PathTree BinomialUnion::take() {
  PathTree all;
  for (; !blocks_.empty(); blocks_.pop_back()) all = unite(blocks_.back().tree, all);
  return all;
}

}  // namespace tarry::trace::summary
