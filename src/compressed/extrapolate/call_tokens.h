// SPDX-License-Identifier: BSD-3-Clause
// The calls of all ranks of a trace as numbers: equal numbers are calls at one site that begin the
// same, with equal values, and with equal partners in the form that suits the site best. Calls that
// only complete something are equal whatever they complete, because completions follow from what is
// begun; what is begun differs if it is completed at different sites.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/base_trace.h"

namespace tarry::compressed {

using CallTokens = std::vector<std::uint32_t>;

// Returns the numbers of the calls of each rank in order. The form of a site is the one in which
// its partners on all ranks have the fewest values. Time is linear in the calls. Thread: any.
std::vector<CallTokens> call_tokens(const GridView& view);

// A collective operation in which a call takes part.
struct OperationUse {
  std::uint32_t call = 0;
  std::uint32_t communicator = 0;  // of the trace
  std::uint32_t process = 0;       // of a communicator in which every process is alone, else 0
  std::uint32_t ordinal = 0;       // among the operations of the communicator
};
// Returns the operations of each rank, by call.
std::vector<std::vector<OperationUse>> operations_of(const BaseTrace& base);

}  // namespace tarry::compressed
