// SPDX-License-Identifier: BSD-3-Clause
// The samples of an experiment as diagnoses need them: all threads, one tree of call paths, with
// names, with loops and functions that the compiler has inlined as frames of their own, and with
// the control flow of bodies.
#pragma once

#include <cstddef>
#include <filesystem>

#include "base/result.h"
#include "samples/sample_names.h"
#include "samples/samples.h"

namespace tarry::samples {

// Looks up names that are wanted and not there yet (sample_names.h). NotFound if there are no
// samples, BadInput if none of them can be used. One process at a time.
base::Status prepare_samples(const std::filesystem::path& experiment,
                             NamedCode wanted = NamedCode::All);

// One of several equal parts of the processes of a run: neighbours are together, all threads of a
// process are in one part, and the first parts have one more if that does not come out even.
struct PartOfProcesses {
  std::size_t number = 0;  // from 0 on
  std::size_t parts = 1;
};

// Of prepared samples, of the processes that are compared (ranked_processes.h). A part may be
// empty. Its `flows` know what other parts call. Unsupported if they are of computing time. Thread:
// any.
base::Result<SampleSet> read_recorded_samples(const std::filesystem::path& experiment,
                                              PartOfProcesses part = {});

}  // namespace tarry::samples
