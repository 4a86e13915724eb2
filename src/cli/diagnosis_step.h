// SPDX-License-Identifier: BSD-3-Clause
// Diagnoses the samples of an experiment with all processes that one launcher started.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/processes.h"
#include "diagnosis/diagnosis.h"
#include "experiment/experiment.h"

namespace tarry::cli {

// Collective. Each process reads only the samples of its own part of the measured processes, and
// warns of damage in that part. The first process gets the result, and the others get an empty one;
// an error is returned to all. `labels` names a file with further rules of what procedures do, or
// is empty.
base::Result<diagnosis::Diagnosis> diagnose_samples(const experiment::Experiment& experiment,
                                                    const std::string& labels,
                                                    const diagnosis::Wanted& wanted,
                                                    const Processes& processes,
                                                    const CommonOptions& common);

// Returns the warnings about the samples: those that `tarry record` gave, and samples that are
// missing now.
std::vector<std::string> warnings_of_samples(const experiment::Experiment& experiment);

// Returns where the severity cube of a diagnosis goes: to `file`, or into the experiment if `file`
// is empty.
std::filesystem::path diagnosis_cube_path(const experiment::Experiment& experiment,
                                          const std::string& file);

// Writes the cube to that place and replaces an older one. A failure inside the experiment is only
// a warning, because the user may have the right to read the experiment but not to write into it.
base::Status write_diagnosis_cube(const diagnosis::Diagnosis& made,
                                  const experiment::Experiment& experiment, const std::string& file,
                                  const CommonOptions& common);

}  // namespace tarry::cli
