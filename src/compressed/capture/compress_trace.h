// SPDX-License-Identifier: BSD-3-Clause
// Any trace of events made a compressed one.
#pragma once

#include "base/result.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/model/trace.h"
#include "model/trace_source.h"

namespace tarry::compressed {

struct CompressOptions {
  FoldOptions fold;
  unsigned threads = 1;  // 0: one for each core; the result does not depend on it
};

// What the source lacks and what calls cannot hold stands in the notes of the trace.
base::Result<Trace> compress_trace(model::TraceSource& source, const CompressOptions& options);

}  // namespace tarry::compressed
