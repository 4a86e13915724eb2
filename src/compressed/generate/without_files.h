// SPDX-License-Identifier: BSD-3-Clause
// Makes a trace in which calls on files do nothing, for those who only work with communication.
#pragma once

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns the trace itself if it has no calls on files. Otherwise such calls and those that
// complete transfers stay and take their time, but have no actions of it. The error is a trace that
// cannot be read through.
base::Result<Trace> without_files(const Trace& trace);

}  // namespace tarry::compressed
