// SPDX-License-Identifier: BSD-3-Clause
// Lists what one rank does, for people: its calls in their loops, indented. Nothing is expanded.
#pragma once

#include <cstdint>
#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// `rank` must be a rank of the trace.
std::string rank_listing(const Trace& trace, std::uint32_t rank);

}  // namespace tarry::compressed
