// SPDX-License-Identifier: BSD-3-Clause
// The collective operations of a program: the block of a member follows from the bytes that it
// sends and receives in all (compressed/replay/collective_shape.h).
#pragma once

#include "compressed/emit/build_context.h"
#include "compressed/emit/event_values.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

// Fills all but the communicator and the datatype.
void build_collective(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                      Operation& out);

// Adds the groups of ranks that make the operation together.
void find_groups(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                 Operation& out);

}  // namespace tarry::emit
