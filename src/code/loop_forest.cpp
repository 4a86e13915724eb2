// SPDX-License-Identifier: BSD-3-Clause
#include "code/loop_forest.h"

#include <algorithm>
#include <utility>

namespace tarry::code {
namespace {

constexpr std::uint32_t kNone = FunctionGraph::kNone;

class Finder {
 public:
  explicit Finder(const FunctionGraph& graph)
      : graph_(graph),
        before_(graph.predecessors()),
        index_(graph.blocks.size(), 0),
        low_(graph.blocks.size(), 0),
        is_open_(graph.blocks.size(), false),
        region_(graph.blocks.size(), 0) {
    forest_.innermost.assign(graph.blocks.size(), kNone);
    forest_.is_entry.assign(graph.blocks.size(), false);
  }

  LoopForest run() {
    std::vector<std::uint32_t> all(graph_.blocks.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    regions_.push_back({std::move(all), kNone, 0});
    for (std::uint32_t at = 0; at < regions_.size(); ++at) search(at);
    return std::move(forest_);
  }

 private:
  // The blocks of a loop (in the first region those of the function), in which loops are searched.
  struct Region {
    std::vector<std::uint32_t> blocks;
    std::uint32_t loop;
    unsigned depth;
  };

  void search(std::uint32_t at) {
    const std::vector<std::uint32_t> blocks = std::move(regions_[at].blocks);
    for (const std::uint32_t block : blocks) {
      region_[block] = at;
      index_[block] = 0;
    }
    next_index_ = 1;
    for (const std::uint32_t block : blocks)
      if (index_[block] == 0) connect(block, at);
    const Region region = {{}, regions_[at].loop, regions_[at].depth};
    for (std::vector<std::uint32_t>& component : components_)
      take(std::move(component), region.loop, region.depth);
    components_.clear();
  }

  // Returns whether an edge stays in the region and does not lead back to the entry of a loop
  // around it.
  [[nodiscard]] bool is_edge(std::uint32_t to, std::uint32_t region) const {
    return region_[to] == region && !forest_.is_entry[to];
  }

  // Tarjan's algorithm, with its own stack instead of recursion.
  void connect(std::uint32_t root, std::uint32_t region) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    const auto visit = [&](std::uint32_t block) {
      index_[block] = low_[block] = next_index_++;
      open_.push_back(block);
      is_open_[block] = true;
      path.emplace_back(block, 0);
    };
    visit(root);
    while (!path.empty()) {
      const std::uint32_t block = path.back().first;
      const auto& successors = graph_.blocks[block].successors;
      if (path.back().second < successors.size()) {
        const std::uint32_t next = successors[path.back().second++];
        if (!is_edge(next, region)) continue;
        if (index_[next] == 0)
          visit(next);
        else if (is_open_[next])
          low_[block] = std::min(low_[block], index_[next]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[block]);
      if (low_[block] == index_[block]) close(block, region);
    }
  }

  void close(std::uint32_t first, std::uint32_t region) {
    std::vector<std::uint32_t> component;
    std::uint32_t block = kNone;
    do {
      block = open_.back();
      open_.pop_back();
      is_open_[block] = false;
      component.push_back(block);
    } while (block != first);
    const auto& next = graph_.blocks[first].successors;
    const bool is_loop =
        component.size() > 1 ||
        (is_edge(first, region) && std::find(next.begin(), next.end(), first) != next.end());
    if (is_loop) components_.push_back(std::move(component));
  }

  void take(std::vector<std::uint32_t> component, std::uint32_t parent, unsigned depth) {
    std::sort(component.begin(), component.end());
    std::vector<std::uint32_t> entries;
    for (const std::uint32_t block : component)
      if (is_entered_at(block, component)) entries.push_back(block);
    if (entries.empty()) entries.push_back(component.front());  // no edge leads there
    const auto number = static_cast<std::uint32_t>(forest_.loops.size());
    forest_.loops.push_back({entries.front(), parent, entries.size() == 1});
    for (const std::uint32_t block : component) forest_.innermost[block] = number;
    for (const std::uint32_t entry : entries) forest_.is_entry[entry] = true;
    if (depth + 1 < LoopForest::kDeepest)
      regions_.push_back({std::move(component), number, depth + 1});
  }

  [[nodiscard]] bool is_entered_at(std::uint32_t block,
                                   const std::vector<std::uint32_t>& component) const {
    if (block == graph_.entry) return true;
    return std::any_of(before_[block].begin(), before_[block].end(), [&](std::uint32_t from) {
      return !std::binary_search(component.begin(), component.end(), from);
    });
  }

  const FunctionGraph& graph_;
  const std::vector<std::vector<std::uint32_t>> before_;
  LoopForest forest_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> index_;  // order of visits; 0: not visited yet
  std::vector<std::uint32_t> low_;    // the earliest open block that it reaches
  std::vector<std::uint32_t> open_;
  std::vector<bool> is_open_;
  std::vector<std::uint32_t> region_;  // by block: the latest region that it is in
  std::vector<std::vector<std::uint32_t>> components_;
  std::uint32_t next_index_ = 1;
};

}  // namespace

bool LoopForest::contains(std::uint32_t loop, std::uint32_t block) const {
  for (std::uint32_t at = innermost[block]; at != kNone; at = loops[at].parent)
    if (at == loop) return true;
  return false;
}

std::vector<std::uint32_t> LoopForest::around(std::uint32_t block) const {
  std::vector<std::uint32_t> made;
  for (std::uint32_t at = innermost[block]; at != kNone; at = loops[at].parent) made.push_back(at);
  std::reverse(made.begin(), made.end());
  return made;
}

LoopForest loops_of(const FunctionGraph& graph) { return Finder(graph).run(); }

}  // namespace tarry::code
