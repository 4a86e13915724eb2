// SPDX-License-Identifier: BSD-3-Clause
// The call tree of one worker with a cache before it: nearly every enter repeats a (parent, region)
// seen shortly before, and the look-up is on the path of every event.
#pragma once

#include <array>
#include <cstdint>

#include "model/call_tree.h"

namespace tarry::analysis {

class CallPathLookup {
 public:
  explicit CallPathLookup(model::CallTree& tree) : tree_(tree) {}

  [[gnu::always_inline]] model::CallPathId child(model::CallPathId parent, model::RegionId region) {
    Entry& entry = cache_[(parent.value * 0x9E3779B1u ^ region.value * 0x85EBCA77u) >> kShift];
    if (!entry.node.valid() || entry.parent != parent || entry.region != region) [[unlikely]]
      entry = {parent, region, tree_.child(parent, region)};
    return entry.node;
  }

 private:
  static constexpr unsigned kShift = 32 - 11;
  struct Entry {
    model::CallPathId parent;
    model::RegionId region;
    model::CallPathId node;
  };

  model::CallTree& tree_;
  std::array<Entry, 1u << (32 - kShift)> cache_;
};

}  // namespace tarry::analysis
