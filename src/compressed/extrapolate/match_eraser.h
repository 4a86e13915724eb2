// SPDX-License-Identifier: BSD-3-Clause
// Erases which message a receive got if it asked for any: that is different in each run, so it says
// nothing about another number of ranks. What was asked for stays.
#pragma once

#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {

// Thread: caller-locks.
class MatchEraser {
 public:
  // Sets sources and tags of messages to kUnknown in the next call of a rank. All its calls must be
  // passed in order.
  void erase(std::vector<Action>& actions) {
    for (Action& action : actions) {
      Asked asked{action.posted_peer == kAnyPeer, action.posted_tag == kAnyTag};
      if (action.kind == ActionKind::PostReceive) {
        open_.open(asked);
        continue;
      }
      if (opens_request(action.kind)) open_.open({});
      if (closes_request(action.kind)) asked = open_.close_at(action.request).value_or(Asked{});
      if (action.kind != ActionKind::Receive && action.kind != ActionKind::ReceiveDone) continue;
      if (asked.any_peer) action.peer = kUnknown;
      if (asked.any_tag) action.tag = kUnknown;
    }
  }

 private:
  struct Asked {
    bool any_peer = false;
    bool any_tag = false;
  };
  OpenRequests<Asked> open_;
};

}  // namespace tarry::compressed
