// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of an experiment's samples by all processes that one launcher started.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/processes.h"
#include "diagnosis/diagnosis.h"
#include "experiment/experiment.h"

namespace tarry::cli {

// Collective. Each process reads the samples of its own part of the measured ones alone. Only the
// first gets the result, the others one without content; an error is that of all. `labels`: a file
// with more rules of what procedures do; empty: none. Each process warns of what is damaged in its
// part.
base::Result<diagnosis::Diagnosis> diagnose_samples(const experiment::Experiment& experiment,
                                                    const std::string& labels,
                                                    const diagnosis::Wanted& wanted,
                                                    const Processes& processes,
                                                    const CommonOptions& common);

// What the user should be told of the samples besides: what `tarry record` said of them, and what
// is missing now.
std::vector<std::string> warnings_of_samples(const experiment::Experiment& experiment);

// Where the severity cube of a diagnosis goes: to `file`; empty: into the experiment.
std::filesystem::path diagnosis_cube_path(const experiment::Experiment& experiment,
                                          const std::string& file);

// Writes it there, where it replaces the last one. That it cannot be written into the experiment is
// a warning: who only reads one may not be allowed to.
base::Status write_diagnosis_cube(const diagnosis::Diagnosis& made,
                                  const experiment::Experiment& experiment, const std::string& file,
                                  const CommonOptions& common);

}  // namespace tarry::cli
