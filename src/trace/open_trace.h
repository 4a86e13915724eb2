// SPDX-License-Identifier: BSD-3-Clause
// Opens a trace that the command line names; the name of the file tells its kind, and a file beside
// it how its clocks are corrected.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "clocks/corrections.h"
#include "model/trace_source.h"

namespace tarry::trace {

// Each level includes those before it.
enum class TimeCorrection {
  None,     // times as recorded
  Offsets,  // with the offsets of clocks that were measured while the program ran
  Full      // and with the corrections that an analysis has found since
};

// Opens a text case (.case), the parameters of a generated trace (.synth), or else an OTF2 archive.
base::Result<std::unique_ptr<model::TraceSource>> open_trace(const std::filesystem::path& path,
                                                             TimeCorrection correction);

// Returns whether somebody has measured the times of a trace: not those of a case, and not those
// that `tarry expand` makes up. Clocks that nobody has read need no correction.
base::Result<bool> has_measured_times(const std::filesystem::path& path);

// Keeps the corrections beside the trace, for all who open it; none: removes the file.
base::Status keep_corrections(const std::filesystem::path& path, const model::TraceSource& trace,
                              const clocks::Corrections& corrections);

}  // namespace tarry::trace
