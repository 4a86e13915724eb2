// SPDX-License-Identifier: BSD-3-Clause
// The open files of a process, as the pass before a replay and the replay itself follow them. Both
// must know alike which files are opened again: calls on others are left out.
#pragma once

#include <cstdint>

#include "compressed/model/call.h"
#include "compressed/model/membership.h"
#include "compressed/model/open_requests.h"

namespace tarry::replay {

struct OpenFile {
  std::int64_t comm = 0;  // number of the process' communicator
  bool is_made = false;
  std::uint32_t number = 0;  // FileNumber, once it was opened
};

// Thread: one.
class OpenFiles {
 public:
  explicit OpenFiles(const compressed::Memberships& comms) : comms_(&comms) {}

  // Returns whether a replay can make the call.
  [[nodiscard]] bool can_open(const compressed::Action& action) const {
    const compressed::Membership* const comm = compressed::find(*comms_, action.comm);
    return comm != nullptr && !comm->is_inter;
  }
  // Opens the file of an open-file that has not failed.
  void open(const compressed::Action& action, std::uint32_t number = 0) {
    open_.open({action.comm, can_open(action), number});
  }
  // Returns nullptr if there is no such file.
  [[nodiscard]] const OpenFile* at(std::int64_t place) { return open_.at(place); }
  void close(std::int64_t place) { open_.close_at(place); }

 private:
  const compressed::Memberships* comms_;
  compressed::OpenRequests<OpenFile> open_;
};

}  // namespace tarry::replay
