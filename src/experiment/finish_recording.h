// SPDX-License-Identifier: BSD-3-Clause
// Finishes a recording that `tarry record` could not finish, because it was interrupted or the disk
// was full.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/voice.h"

namespace tarry::experiment {

// Finishes the recording if that has not been done. Returns true if there was something to do.
// `threads` is the number of threads to work with; 0 means all cores.
base::Result<bool> finish_recording(const Experiment& experiment, Voice& voice, unsigned threads);

// Returns the anchor of an archive, or a compressed trace if there is no archive. `trace` is such a
// file, an experiment directory or the directory of a trace. An unfinished recording is finished
// first.
base::Result<std::filesystem::path> find_trace(const std::filesystem::path& trace, Voice& voice,
                                               unsigned threads);

}  // namespace tarry::experiment
