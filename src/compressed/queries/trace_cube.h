// SPDX-License-Identifier: BSD-3-Clause
// Makes the severity cube of a compressed trace without expanding it. Visits, messages, bytes and
// collective operations are exact for each rank. Times that several ranks share are averages over
// these ranks, with exact sums. Waiting is given as two bounds where it can be told at all. Wait
// states, delays and the critical path are missing because they need the order of events in time.
#pragma once

#include "compressed/model/trace.h"
#include "model/severity_cube.h"

namespace tarry::compressed {

// The warnings of the cube say what is left out and what is an average. Thread: any.
model::SeverityCube trace_cube(const Trace& trace);

}  // namespace tarry::compressed
