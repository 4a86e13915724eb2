// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "compressed/fold/fold_event.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns the sealed event of a trace of `rank` that `from` has become. The values of `from` are
// unpacked.
Event finished(FoldEvent& from, std::uint32_t rank, const FoldOptions& options);

}  // namespace tarry::compressed
