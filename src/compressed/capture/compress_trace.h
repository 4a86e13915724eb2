// SPDX-License-Identifier: BSD-3-Clause
// Turns any trace of events into a compressed trace.
#pragma once

#include "base/result.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/model/trace.h"
#include "model/trace_source.h"

namespace tarry::compressed {

struct CompressOptions {
  FoldOptions fold;
  unsigned threads = 1;  // 0 means one for each core; the result does not depend on it
};

// The notes of the result say what the source lacks and what calls cannot hold.
base::Result<Trace> compress_trace(model::TraceSource& source, const CompressOptions& options);

}  // namespace tarry::compressed
