// SPDX-License-Identifier: BSD-3-Clause
// Calls of a trace that are to be left out. A collective operation is left out by all its members
// or by none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/call_tokens.h"
#include "compressed/extrapolate/leave_out.h"

namespace tarry::compressed {

// The base trace must outlive it. Thread: caller-locks.
class CallMarks {
 public:
  explicit CallMarks(const BaseTrace& base);

  // Returns whether the call was not marked yet.
  bool mark(std::uint32_t rank, std::uint32_t call);
  [[nodiscard]] bool is_marked(std::uint32_t rank, std::uint32_t call) const {
    return marked_[rank][call];
  }
  // Marks the calls of all members of a collective operation if one of them is marked. Returns
  // whether there was another one to mark.
  bool mark_whole_operations();
  [[nodiscard]] std::uint64_t count() const { return count_; }

  [[nodiscard]] base::Result<FilteredTrace> leave_out() const;

 private:
  const BaseTrace& base_;
  std::vector<std::vector<OperationUse>> operations_;  // by rank
  std::vector<std::vector<bool>> marked_;              // by rank and call
  std::uint64_t count_ = 0;
};

}  // namespace tarry::compressed
