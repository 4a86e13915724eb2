// SPDX-License-Identifier: BSD-3-Clause
// Call paths by keys that are the same in every process, and their union over processes. Siblings
// are in the order of their keys and everything is depth first. So there is exactly one such tree
// for a set of call paths; the order in which processes are united does not matter, and the call
// paths of a part are in the same order in the whole.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/forest.h"

namespace tarry::trace::summary {

inline constexpr std::uint32_t kNoPath = std::numeric_limits<std::uint32_t>::max();

struct Path {
  std::uint32_t parent = kNoPath;  // smaller than its own number
  std::uint32_t key = 0;           // in PathTree::keys
  friend bool operator==(const Path&, const Path&) = default;
};

struct PathTree {
  std::vector<std::string> keys;  // regions (region_key.h); sorted in a canonical tree
  std::vector<Path> paths;
  friend bool operator==(const PathTree&, const PathTree&) = default;
};

class PathUnion {
 public:
  // Returns the path below `parent` (kNoPath: a root), made on first use. Numbers are in order of
  // creation.
  std::uint32_t child(std::uint32_t parent, const std::string& key);

  // Adds the whole `tree`, canonical or not; returns the numbers of its paths here.
  std::vector<std::uint32_t> add(const PathTree& tree);

  [[nodiscard]] std::size_t size() const { return paths_.size(); }
  [[nodiscard]] std::uint32_t parent(std::uint32_t path) const { return paths_[path].parent; }

  // Returns the canonical tree; `positions`, if given, gets the position of each path of this tree
  // in it.
  [[nodiscard]] PathTree canonical(std::vector<std::uint32_t>* positions = nullptr) const;

 private:
  std::uint32_t intern(const std::string& key);

  std::vector<std::string> keys_;
  std::unordered_map<std::string, std::uint32_t> key_numbers_;
  base::Forest<Path, std::uint32_t, std::uint32_t> paths_;
};

// Unites canonical trees that come one after the other, as a binomial tree of ranks would: the
// number of waiting trees is at most log2 of the number of trees.
class BinomialUnion {
 public:
  void add(PathTree tree);
  // Returns the union of all, canonical.
  PathTree take();
  // Returns the most trees that waited at a time.
  [[nodiscard]] std::size_t most_waiting() const { return most_; }

 private:
  struct Block {
    std::uint64_t trees = 0;
    PathTree tree;
  };
  std::vector<Block> blocks_;
  std::size_t most_ = 0;
};

// Returns one canonical tree of all paths of both.
PathTree unite(const PathTree& one, const PathTree& other);

}  // namespace tarry::trace::summary
