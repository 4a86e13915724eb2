// SPDX-License-Identifier: BSD-3-Clause
// Messages in wrong order below Late Receiver: a sender waits until its message is received, and
// the receiver takes it before a message that had been sent earlier. Definition:
// docs/definitions.md, "Point-to-point waits".
//
//   sender    ──Isend(a)──Send(b)······──   waits until b is received
//   receiver  ─────────────────Recv(b)──Recv(a)──
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

// Returns for each receive of a location whether a message that it receives later had been sent
// earlier, and whether the first such message is one of the same process. Messages that one call
// receives are in no order.
std::pmr::vector<MessageOrder> message_orders(const LocationRecords& records);

}  // namespace tarry::analysis
