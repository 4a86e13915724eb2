// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "compress/fold/fold_event.h"
#include "compress/fold/fold_options.h"
#include "compress/model/trace.h"

namespace tarry::compress {

// The event of a trace of `rank` that `from` has become, sealed. Values of `from` are unpacked.
Event finished(FoldEvent& from, std::uint32_t rank, const FoldOptions& options);

}  // namespace tarry::compress
