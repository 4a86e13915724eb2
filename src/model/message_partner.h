// SPDX-License-Identifier: BSD-3-Clause
// The other end of a message, as a process of the trace.
#pragma once

#include "model/definitions.h"
#include "model/event_handler.h"

namespace tarry::model {

// Returns the world rank of the other end of a message, !valid() if its communicator does not tell.
// `rank` is that of the process which has the record.
Rank message_partner(const Definitions& definitions, Rank rank, const MessageRecord& message);

}  // namespace tarry::model
