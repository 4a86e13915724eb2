// SPDX-License-Identifier: BSD-3-Clause
// The calls that wait states are in, and the communicators of these calls.
#pragma once

#include "analysis/records/location_records.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Returns the call in which a wait is. The wait for tasks has an instance without a length instead,
// where the last other task ended that was executed meanwhile.
const Instance& waiting_call(const LocationRecords& records, const WaitState& wait);

// Returns the communicator of the message or collective operation that a wait of the process is
// for; !valid() of other waits.
model::CommId communicator_of(const ProcessRecords& process, const WaitState& wait);

}  // namespace tarry::analysis
