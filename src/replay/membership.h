// SPDX-License-Identifier: BSD-3-Clause
// The communicators of one process as its calls name them, and who is meant by a peer.
#pragma once

#include <cstdint>
#include <vector>

#include "compress/model/trace.h"

namespace tarry::replay {

struct OwnCommunicator {
  std::uint32_t id = 0;                // index into Trace::communicators
  std::vector<std::uint32_t> members;  // world ranks; this process alone, of SELF
  std::uint32_t rank = 0;              // of this process
  bool is_inter = false;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(members.size()); }
  // Rank in the communicator of a relative peer; any number is one.
  [[nodiscard]] std::uint32_t peer(std::int64_t relative) const {
    const auto all = static_cast<std::int64_t>(members.size());
    return static_cast<std::uint32_t>(((relative % all + all) % all + rank) % all);
  }
};

// In the order that Parameter::Comm counts.
std::vector<OwnCommunicator> own_communicators(const compress::Trace& trace, std::uint32_t rank);

}  // namespace tarry::replay
