// SPDX-License-Identifier: BSD-3-Clause
// Unites the traces of ranks in aligned blocks of powers of two. They may come in any order and
// from any thread: the result depends on the traces alone.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "compressed/fold/merge.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

class BlockMerger {
 public:
  explicit BlockMerger(std::uint32_t ranks, const FoldOptions& options = {})
      : ranks_(ranks), options_(options) {}

  // Takes the trace of one rank, once for each rank, and merges as far as its neighbors are there.
  // Thread: any.
  void add(std::uint32_t rank, Trace&& trace);
  // Returns the trace of all ranks, after the last add(). Thread: one.
  Trace take();

 private:
  using Block = std::pair<std::uint32_t, std::uint32_t>;  // log2 of the size, number

  std::uint32_t ranks_;
  FoldOptions options_;
  std::mutex lock_;
  std::map<Block, Trace> blocks_;  // blocks that wait for their neighbor
};

}  // namespace tarry::compressed
