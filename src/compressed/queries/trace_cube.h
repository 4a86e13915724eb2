// SPDX-License-Identifier: BSD-3-Clause
// The severity cube of a compressed trace, without expanding it: visits, messages, bytes and
// collective operations per rank exactly; times of ranks that are kept together as averages over
// them, their sums exactly; waiting as two bounds where it can be told at all. Wait states, delays
// and the critical path need the order of events in time: they are not in it.
#pragma once

#include "compressed/model/trace.h"
#include "model/severity_cube.h"

namespace tarry::compressed {

// What is left out and what is an average stands in the warnings. Thread: any.
model::SeverityCube trace_cube(const Trace& trace);

}  // namespace tarry::compressed
