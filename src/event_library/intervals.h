// SPDX-License-Identifier: BSD-3-Clause
// Finds the compound events that are open at a moment: those that have begun and not ended. They
// are in the order of their begins, in blocks whose latest ends are known, and so are the latest
// ends of groups of blocks. A search goes down only where something is still open.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "event_library/moment.h"
#include "event_library/scratch.h"

namespace tarry::event_library {

class Intervals {
 public:
  explicit Intervals(std::filesystem::path directory) : order_(std::move(directory)) {}

  // Items have a `begin` and an `end`, and are the same in each call.
  template <class Item>
  base::Status build(std::span<const Item> items) {
    TRY(fill(items.size()));
    const std::span<std::uint64_t> order = order_.items();
    std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
      return items[a].begin != items[b].begin ? items[a].begin < items[b].begin : a < b;
    });
    std::vector<Moment> latest((order.size() + kBlock - 1) / kBlock, Moment{INT64_MIN});
    for (std::size_t i = 0; i < order.size(); ++i)
      latest[i / kBlock] = std::max(latest[i / kBlock], items[order[i]].end);
    add_levels(std::move(latest));
    return base::kOk;
  }

  // Returns the numbers of the items that are open behind the event at `moment`, ascending.
  template <class Item>
  std::vector<std::uint64_t> open_at(std::span<const Item> items, const Moment& moment) {
    const std::span<std::uint64_t> order = order_.items();
    const auto begun = static_cast<std::size_t>(
        std::upper_bound(order.begin(), order.end(), moment,
                         [&](const Moment& m, std::uint64_t i) { return m < items[i].begin; }) -
        order.begin());
    std::vector<std::uint64_t> found;
    if (begun > 0)
      for (std::size_t top = 0; top < levels_.back().size(); ++top)
        search(levels_.size() - 1, top, moment, begun, [&](std::size_t i) {
          if (moment < items[order[i]].end) found.push_back(order[i]);
        });
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  static constexpr std::size_t kBlock = 64;  // items in a block, and blocks in a group

  base::Status fill(std::size_t items) {
    std::vector<std::uint64_t> some(std::min<std::size_t>(items, 1 << 16));
    for (std::size_t done = 0; done < items; done += some.size()) {
      some.resize(std::min(some.size(), items - done));
      std::iota(some.begin(), some.end(), done);
      TRY(order_.append(some));
    }
    return order_.map();
  }
  void add_levels(std::vector<Moment> latest) {
    levels_.push_back(std::move(latest));
    while (levels_.back().size() > kBlock) {
      const std::vector<Moment>& below = levels_.back();
      std::vector<Moment> above((below.size() + kBlock - 1) / kBlock, Moment{INT64_MIN});
      for (std::size_t i = 0; i < below.size(); ++i)
        above[i / kBlock] = std::max(above[i / kBlock], below[i]);
      levels_.push_back(std::move(above));
    }
  }
  // Calls visit(i) for the items in blocks that are not all over, of the first `begun`.
  template <class Visit>
  void search(std::size_t level, std::size_t node, const Moment& moment, std::size_t begun,
              const Visit& visit) {
    if (levels_[level][node] <= moment) return;
    const std::size_t limit = level == 0 ? begun : levels_[level - 1].size();
    for (std::size_t i = node * kBlock; i < std::min((node + 1) * kBlock, limit); ++i) {
      if (level == 0)
        visit(i);
      else if (first_item(level - 1, i) < begun)
        search(level - 1, i, moment, begun, visit);
    }
  }
  static std::size_t first_item(std::size_t level, std::size_t node) {
    for (; level > 0; --level) node *= kBlock;
    return node * kBlock;
  }

  ScratchTable<std::uint64_t> order_;        // numbers of items by begin
  std::vector<std::vector<Moment>> levels_;  // of each block the latest end; then of each group
};

}  // namespace tarry::event_library
