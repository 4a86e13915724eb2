// SPDX-License-Identifier: BSD-3-Clause
// Writes the global definitions in the layout of Score-P.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "base/result.h"
#include "model/definitions.h"

namespace tarry::trace::otf2 {

// Returns the size of a definition chunk into which the longest record, a group of ranks, fits; an
// error if no chunk can be so large.
base::Result<std::uint64_t> definition_chunk_bytes(const model::Definitions& definitions);

// Returns the first failure of the library, or OTF2_SUCCESS.
OTF2_ErrorCode write_global_definitions(OTF2_GlobalDefWriter* writer,
                                        const model::Definitions& definitions);

}  // namespace tarry::trace::otf2
