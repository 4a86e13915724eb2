// SPDX-License-Identifier: BSD-3-Clause
// The analysis of a whole trace: from events to the severity cube.
#pragma once

#include "base/result.h"
#include "model/severity_cube.h"
#include "trace/trace_source.h"

namespace tarry::analysis {

struct Options {
  unsigned threads = 0;  // 0: all cores; the result is the same for any number
};

// Every metric of the catalogue for every call path and location of `source`. What was odd in the
// trace stands in the cube's experiment.warnings; an Error means that nothing could be analysed.
base::Result<model::SeverityCube> analyze(trace::TraceSource& source, const Options& options);

}  // namespace tarry::analysis
