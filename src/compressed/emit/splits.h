// SPDX-License-Identifier: BSD-3-Clause
// The calls of MPI_Comm_split that make the communicators of a trace.
#pragma once

#include <vector>

#include "compressed/emit/program.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

// Communicators without a common member are made by one call. The communicators of all
// ranks in their order and of each rank alone need none.
std::vector<Split> splits_of(const compressed::Trace& trace,
                             const std::vector<compressed::Memberships>& comms);

// Returns whether it has all ranks in their order.
bool is_world(const compressed::Communicator& communicator, std::uint32_t ranks);

}  // namespace tarry::emit
