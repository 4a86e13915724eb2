// SPDX-License-Identifier: BSD-3-Clause
// The payload of a function's records: the function and the place that calls it, so that functions
// that were inlined around the call can be found after the run.
// docs/decisions/050-inlined-functions.md
#pragma once

#include <cstdint>

#include "runtime/stacks/open_frames.h"

namespace tarry::runtime::stacks {

// Returns the number of the frame's function and call site, which gets one on first use; the
// function's address if the call site is not known or there is no room. Thread: any. Signal: safe.
std::uint64_t payload_of(const OpenFrame& frame);

}  // namespace tarry::runtime::stacks
