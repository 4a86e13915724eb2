// SPDX-License-Identifier: BSD-3-Clause
// Tells on which communicator the target of a call on a window is a rank: a window is made on one,
// and later calls only name the window.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {

// Returns whether actions of a kind have a target.
constexpr bool has_target(ActionKind kind) {
  return kind == ActionKind::Synchronize || kind == ActionKind::Access ||
         kind == ActionKind::StartAccess;
}

// Thread: caller-locks.
class WindowComms {
 public:
  // Sets the communicator of actions with a target to that of their window, in the next call of a
  // rank. All its calls must be passed in order. The communicator of a window that is not open is
  // the first one, as that of a message without a communicator.
  void fill(std::vector<Action>& actions) {
    for (Action& action : actions) {
      if (action.kind == ActionKind::MakeWindow) open_.open(action.comm);
      if (action.kind == ActionKind::FreeWindow) open_.close_at(action.window);
      if (!has_target(action.kind)) continue;
      const std::int64_t* const comm = open_.at(action.window);
      action.comm = comm == nullptr ? 0 : *comm;
    }
  }

 private:
  OpenRequests<std::int64_t> open_;
};

}  // namespace tarry::compressed
