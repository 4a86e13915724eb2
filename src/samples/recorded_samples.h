// SPDX-License-Identifier: BSD-3-Clause
// The samples of an experiment in the form that diagnoses need: all threads, one tree of call paths
// with names, loops and inlined functions as frames of their own, and the control flow of bodies.
#pragma once

#include <cstddef>
#include <filesystem>

#include "base/result.h"
#include "samples/sample_names.h"
#include "samples/samples.h"

namespace tarry::samples {

// Looks up wanted names that are not there yet (sample_names.h). Returns NotFound if there are no
// samples, and BadInput if none of them can be used. Only one process may call this at a time.
base::Status prepare_samples(const std::filesystem::path& experiment,
                             NamedCode wanted = NamedCode::All);

// A part of the processes of a run, one of several equal parts. Neighbors are in the same part, and
// so are all threads of a process. If the number is not divisible, each of the first parts has one
// process more.
struct PartOfProcesses {
  std::size_t number = 0;  // from 0 on
  std::size_t parts = 1;
};

// Reads prepared samples of the processes that are compared (ranked_processes.h). A part may be
// empty. Its `flows` include calls that only other parts make. Returns Unsupported if the samples
// are of computing time. Thread: any.
base::Result<SampleSet> read_recorded_samples(const std::filesystem::path& experiment,
                                              PartOfProcesses part = {});

}  // namespace tarry::samples
