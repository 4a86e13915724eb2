// SPDX-License-Identifier: BSD-3-Clause
// Trees of nodes that are known by their parent and a key, such as call paths. Nodes are numbered
// in the order in which they are made, so that a node's number is larger than its parent's.
#pragma once

#include <cstdint>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tarry::base {

// A Node begins with members `Id parent` and a Key. Ids and keys are StrongIds or numbers of 32
// bits; the largest one is the parent of roots. Thread: caller-locks.
template <class Node, class Id, class Key>
class Forest {
 public:
  // Returns the child of `parent` by this key, made on first use with `more` as its other members.
  template <class... More>
  Id child(Id parent, Key key, More&&... more) {
    const auto [found, added] = children_.try_emplace(word_of(parent, key), next());
    if (added) nodes_.push_back(Node{parent, key, std::forward<More>(more)...});
    return found->second;
  }
  // Returns `none` if there is no such child.
  [[nodiscard]] Id find(Id parent, Key key, Id none) const {
    const auto found = children_.find(word_of(parent, key));
    return found == children_.end() ? none : found->second;
  }

  // Adds what `others` have and this lacks, in their order; `key_of` tells the key here of one of
  // them. Returns for each of them its id here.
  template <class KeyOf>
  std::vector<Id> merge(const std::vector<Node>& others, KeyOf key_of) {
    std::vector<Id> ids;
    ids.reserve(others.size());
    for (const Node& node : others) {
      const bool is_root = number_of(node.parent) == kNoParent;
      ids.push_back(child(is_root ? node.parent : ids[number_of(node.parent)], key_of(node)));
    }
    return ids;
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  const Node& operator[](Id id) const { return nodes_[number_of(id)]; }

  // Bytes it takes, about.
  [[nodiscard]] std::uint64_t memory() const {
    return nodes_.capacity() * sizeof(Node) + children_.bucket_count() * sizeof(void*) +
           children_.size() * (sizeof(*children_.begin()) + sizeof(void*));
  }

 private:
  static constexpr std::uint32_t kNoParent = 0xFFFFFFFF;

  template <class Number>
  static std::uint32_t number_of(Number number) {
    if constexpr (std::is_integral_v<Number>)
      return number;
    else
      return number.value;
  }
  static std::uint64_t word_of(Id parent, Key key) {
    return std::uint64_t{number_of(parent)} << 32 | number_of(key);
  }
  [[nodiscard]] Id next() const { return Id{static_cast<std::uint32_t>(nodes_.size())}; }

  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, Id> children_;
};

}  // namespace tarry::base
