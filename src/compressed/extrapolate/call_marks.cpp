// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/call_marks.h"

#include <set>
#include <tuple>

namespace tarry::compressed {

CallMarks::CallMarks(const BaseTrace& base) : base_(base), operations_(operations_of(base)) {
  for (const RankBehavior& rank : base.behavior) marked_.emplace_back(rank.calls, false);
}

bool CallMarks::mark(std::uint32_t rank, std::uint32_t call) {
  if (marked_[rank][call]) return false;
  marked_[rank][call] = true;
  ++count_;
  return true;
}

bool CallMarks::mark_whole_operations() {
  const std::uint64_t before = count_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> gone;
  const auto key = [](const OperationUse& use) {
    return std::tuple(use.communicator, use.process, use.ordinal);
  };
  for (std::uint32_t rank = 0; rank < operations_.size(); ++rank)
    for (const OperationUse& use : operations_[rank])
      if (is_marked(rank, use.call)) gone.insert(key(use));
  for (std::uint32_t rank = 0; rank < operations_.size(); ++rank)
    for (const OperationUse& use : operations_[rank])
      if (gone.contains(key(use))) mark(rank, use.call);
  return count_ != before;
}

base::Result<FilteredTrace> CallMarks::leave_out() const {
  return compressed::leave_out(*base_.trace, [&](std::uint32_t rank) {
    return RankCut{marked_[rank], {}};
  });
}

}  // namespace tarry::compressed
