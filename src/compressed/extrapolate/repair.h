// SPDX-License-Identifier: BSD-3-Clause
// Repairs a trace whose messages or collective operations lost their partners, so that all its
// ranks come to their end (repair_calls() in generate/progress.h).
#pragma once

#include <string_view>

#include "base/result.h"
#include "compressed/extrapolate/leave_out.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

inline constexpr std::string_view kNoPartner = "which have no partner";

// Returns the trace itself if it needs no repair. The error is a trace whose collective calls do
// not fit together, or one that cannot be read through. Thread: any.
base::Result<FilteredTrace> repaired(const Trace& trace);

}  // namespace tarry::compressed
