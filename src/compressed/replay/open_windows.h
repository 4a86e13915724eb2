// SPDX-License-Identifier: BSD-3-Clause
// The open windows of a process, as the pass before a replay and the replay itself follow them.
// Both must know alike which windows are made again: calls on others are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/membership.h"
#include "compressed/model/open_requests.h"
#include "compressed/replay/call_role.h"

namespace tarry::replay {

struct OpenWindow {
  std::int64_t comm = 0;  // number of the process' communicator
  std::size_t place = 0;  // among the windows of the communicator that are made
  bool is_made = false;
  std::uint32_t number = 0;  // WindowNumber, once it was made
};

// Thread: one.
class OpenWindows {
 public:
  explicit OpenWindows(const compressed::Memberships& comms)
      : comms_(&comms), made_(comms.size()) {}

  // Opens the window of a make-window by a function of this role. A window whose size or unit is
  // unknown is not made.
  OpenWindow& open(const compressed::Action& action, CallRole role) {
    const compressed::Membership* const comm = compressed::find(*comms_, action.comm);
    OpenWindow window{action.comm, 0, false, 0};
    window.is_made = role == CallRole::OneSided && comm != nullptr && !comm->is_inter &&
                     action.size >= 0 && action.unit > 0;
    if (window.is_made) window.place = made_[static_cast<std::size_t>(action.comm)]++;
    open_.open(window);
    return *open_.at(0);
  }
  // Returns nullptr if there is no such window.
  [[nodiscard]] OpenWindow* at(std::int64_t place) { return open_.at(place); }
  void close(std::int64_t place) { open_.close_at(place); }

 private:
  const compressed::Memberships* comms_;
  std::vector<std::size_t> made_;  // by number of the communicator
  compressed::OpenRequests<OpenWindow> open_;
};

}  // namespace tarry::replay
