// SPDX-License-Identifier: BSD-3-Clause
// One action of a call as an operation of the program: a message, a collective operation, or work
// on a window or a file.
#pragma once

#include "compressed/emit/build_context.h"
#include "compressed/emit/event_values.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

Operation build_operation(BuildContext& context, EventValues& values,
                          const EventValues::Slot& slot);

}  // namespace tarry::emit
