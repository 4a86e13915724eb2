// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/bin_cache.h"

namespace tarry::timeline {

BinCache::Block BinCache::find(std::uint64_t offset) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(offset);
  if (found == known_.end()) return nullptr;
  used_.splice(used_.begin(), used_, found->second);
  return found->second->second;
}

void BinCache::keep(std::uint64_t offset, Block block) {
  const std::lock_guard lock(mutex_);
  if (known_.contains(offset)) return;
  bytes_ += bytes_of(block);
  used_.emplace_front(offset, std::move(block));
  known_[offset] = used_.begin();
  while (bytes_ > most_bytes_) {
    bytes_ -= bytes_of(used_.back().second);
    known_.erase(used_.back().first);
    used_.pop_back();
  }
}

}  // namespace tarry::timeline
