// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/request_fates.h"

namespace tarry::replay {

using compressed::Action;
using compressed::ActionKind;

RequestFate RequestFates::next() {
  while ((waiting_.empty() || !waiting_.front().known) && read_on()) {
  }
  if (waiting_.empty()) return {};
  const RequestFate fate = waiting_.front().fate;
  waiting_.pop_front();
  ++first_;
  return fate;
}

bool RequestFates::read_on() {
  if (!ahead_.next(call_)) return false;
  for (const Action& action : call_.actions) {
    if (compressed::opens_request(action.kind)) {
      open_.open(first_ + waiting_.size());
      waiting_.emplace_back();
    }
    if (!compressed::closes_request(action.kind)) continue;
    RequestFate fate{RequestFate::End::Completed, action.peer, action.tag};
    if (action.kind == ActionKind::Cancelled) fate = {RequestFate::End::Cancelled, 0, 0};
    // A request that was opened and given up before the end of the trace is not asked for any more.
    if (const auto number = open_.close_at(action.request); number && *number >= first_)
      waiting_[*number - first_] = {true, fate};
  }
  return true;
}

}  // namespace tarry::replay
