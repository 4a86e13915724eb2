// SPDX-License-Identifier: BSD-3-Clause
// How many bytes of a window and of its buffers the replay of an access touches at most. They lie
// next to each other: the replay uses no type with gaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "compressed/model/call.h"

namespace tarry::replay {

// Functions without a count move an element whatever a trace says, and bytes if it says nothing.
inline std::int64_t access_bytes(std::string_view function, const compressed::Action& access) {
  const bool moves_one = function == "MPI_Fetch_and_op" || function == "MPI_Compare_and_swap";
  return std::max({access.bytes, access.received, std::int64_t{moves_one ? 1 : 0}});
}

}  // namespace tarry::replay
