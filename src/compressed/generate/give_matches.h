// SPDX-License-Identifier: BSD-3-Clause
// Gives receives from any source the message that they get, where a trace does not say which: one
// that was predicted instead of recorded. What they ask for stays.
#pragma once

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Replaces sources and tags of messages that are kUnknown; loops and times stay as they are. The
// error is a trace whose ranks wait for each other, or that cannot be read through. Time is linear
// in the calls of all ranks. Thread: any.
base::Result<Trace> give_matches(Trace trace);

}  // namespace tarry::compressed
