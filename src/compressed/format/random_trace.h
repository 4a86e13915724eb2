// SPDX-License-Identifier: BSD-3-Clause
// Artificial traces for tests of writing and reading: every form that the elements of an event can
// take, most of them as recordings produce them, some with missing values.
#pragma once

#include <cstdint>

#include "compressed/model/trace.h"

namespace tarry::compressed {

Trace random_trace(std::uint64_t seed);

}  // namespace tarry::compressed
