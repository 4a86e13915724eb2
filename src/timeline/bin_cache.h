// SPDX-License-Identifier: BSD-3-Clause
// Keeps the bins that were read last of an index. Windows that follow each other lie beside or in
// each other, so most of their bins need not be read and unpacked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "timeline/bin.h"

namespace tarry::timeline {

// Thread: any.
class BinCache {
 public:
  using Block = std::shared_ptr<const std::vector<Bin>>;

  // Bins of more than `most_bytes` are not kept.
  explicit BinCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Returns the bins that begin at an offset of the file, or nothing if they are not known.
  [[nodiscard]] Block find(std::uint64_t offset);
  // Whatever was not asked for longest is forgotten if there is no room.
  void keep(std::uint64_t offset, Block block);

 private:
  using Entry = std::pair<std::uint64_t, Block>;

  static std::size_t bytes_of(const Block& block) { return block->size() * sizeof(Bin); }

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> used_;  // the last one first
  std::unordered_map<std::uint64_t, std::list<Entry>::iterator> known_;
};

}  // namespace tarry::timeline
