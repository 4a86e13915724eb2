// SPDX-License-Identifier: BSD-3-Clause
// Finishes a recording whose `tarry record` did not get that far: tarry was interrupted, or the
// disk was full.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/voice.h"

namespace tarry::experiment {

// Finishes what has not been finished. Returns whether there was something to be done. `threads`:
// to work with; 0: all cores.
base::Result<bool> finish_recording(const Experiment& experiment, Voice& voice, unsigned threads);

// The traces.otf2, or else the compressed trace, of `trace`: an experiment directory, a trace
// directory or such a file. A recording that was not finished is finished first.
base::Result<std::filesystem::path> find_trace(const std::filesystem::path& trace, Voice& voice,
                                               unsigned threads);

}  // namespace tarry::experiment
