// SPDX-License-Identifier: BSD-3-Clause
// Traces that no program has, for tests of what is written and read: every form that the elements
// of an event can take, most of them as they come of a recording, some with values missing.
#pragma once

#include <cstdint>

#include "compressed/model/trace.h"

namespace tarry::compressed {

Trace random_trace(std::uint64_t seed);

}  // namespace tarry::compressed
