// SPDX-License-Identifier: BSD-3-Clause
// What the parts of build_program share: the trace and what is known about it, and what they find
// out on the way, the sizes of the buffers and the reason why there is no program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/emit/program.h"
#include "compressed/emit/remote_use.h"
#include "compressed/emit/scale.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"
#include "compressed/replay/datatypes.h"

namespace tarry::emit {

// Returns the largest number of a value, or 0.
std::uint64_t largest(const Value& value);

struct BuildContext {
  const compressed::Trace& trace;
  std::vector<compressed::Memberships> comms;  // by rank
  replay::ElementSizes elements;
  bool world_peers = false;  // peers are ranks of all processes, whatever the communicator
  Scale* scale = nullptr;    // of a program for any number of ranks
  RemoteUse remote;
  std::uint64_t send_bytes = 0, receive_bytes = 0;  // of the buffers
  std::string error;                                // empty: there is none

  // Makes the buffers as large as that.
  void use_buffers(const Value& bytes);
  void use_buffers(std::uint64_t sent, std::uint64_t received);
  // Returns none for several types, and for derived ones.
  [[nodiscard]] std::optional<replay::BasicType> basic_type(const Value& datatype) const;
};

}  // namespace tarry::emit
