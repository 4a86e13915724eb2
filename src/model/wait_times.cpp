// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_times.h"

#include <algorithm>
#include <utility>

namespace tarry::model {

void WaitTimes::enter(Ticks time) {
  while (next_ < waits_.size() && waits_[next_].enter < time) ++next_;
  const bool may_wait = next_ < waits_.size() && waits_[next_].enter == time;
  open_.push_back({time, next_, may_wait, {}});
}

std::span<const WaitTimes::Piece> WaitTimes::leave(Ticks time) {
  pieces_.clear();
  if (open_.empty()) return pieces_;
  const Open call = std::move(open_.back());
  open_.pop_back();
  if (call.may_wait) place(call, time);
  if (!open_.empty() && open_.back().may_wait) open_.back().nested.push_back({call.enter, time});
  return pieces_;
}

std::span<const WaitTimes::Piece> WaitTimes::finish() {
  pieces_.clear();
  for (std::size_t w = 0; w < waits_.size(); ++w)
    if (!is_placed_[w])
      pieces_.push_back({waits_[w].metric, waits_[w].enter, waits_[w].enter + waits_[w].amount,
                         waits_[w].receiver});
  return pieces_;
}

// Regions that are entered at the same time are told apart by their leave, the innermost first.
void WaitTimes::place(const Open& call, Ticks leave) {
  Ticks at = call.enter;
  std::size_t next = 0;  // of the nested regions
  for (std::size_t w = call.first; w < waits_.size() && waits_[w].enter == call.enter; ++w) {
    const CallWait& wait = waits_[w];
    if (wait.leave != leave || is_placed_[w]) continue;
    is_placed_[w] = true;
    for (Ticks left = wait.amount; left.count > 0;) {
      const bool is_last = next == call.nested.size();
      const Ticks until = is_last ? leave : call.nested[next].begin;
      const Ticks length = std::min(left, base::positive_part(until - at));
      if (length.count > 0) pieces_.push_back({wait.metric, at, at + length, wait.receiver});
      at += length;
      left -= length;
      if (left.count == 0 || is_last) break;
      at = std::max(at, call.nested[next++].end);
    }
  }
}

}  // namespace tarry::model
