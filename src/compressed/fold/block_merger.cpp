// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/block_merger.h"

#include "compressed/fold/unite_levels.h"

namespace tarry::compressed {

void BlockMerger::add(std::uint32_t rank, Trace&& trace) {
  Block block{0, rank};
  Trace mine = std::move(trace);
  for (; (std::uint64_t{1} << block.first) < ranks_; ++block.first, block.second /= 2) {
    const std::uint32_t neighbour = block.second ^ 1;
    // The last blocks may lack a neighbor.
    if (std::uint64_t{neighbour} << block.first >= ranks_) continue;
    Trace other;
    {
      const std::lock_guard guard(lock_);
      const auto found = blocks_.find({block.first, neighbour});
      if (found == blocks_.end()) {
        blocks_.emplace(block, std::move(mine));
        return;
      }
      other = std::move(found->second);
      blocks_.erase(found);
    }
    mine = block.second < neighbour ? merge(std::move(mine), other, options_)
                                    : merge(std::move(other), mine, options_);
  }
  const std::lock_guard guard(lock_);
  blocks_.emplace(Block{block.first, 0}, std::move(mine));
}

Trace BlockMerger::take() {
  Trace all = std::move(blocks_.begin()->second);
  blocks_.clear();
  unite_levels(all);
  return all;
}

}  // namespace tarry::compressed
