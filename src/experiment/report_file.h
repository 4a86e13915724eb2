// SPDX-License-Identifier: BSD-3-Clause
// Finds the report that a user names by an experiment directory, a .cubex or a JSON report.
#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "model/severity_cube.h"

namespace tarry::experiment {

// Which report is meant if an experiment has both.
enum class Preferred { Analysis, Summary };

// Returns the file that `path` means. An Error says what there is instead, and what to do.
base::Result<std::string> report_file(const std::string& path, Preferred preferred);

// Adds the warnings of a recording to those of a report that is made of it, each once.
void add_recording_warnings(const Experiment& experiment, model::SeverityCube& cube);

// Returns the report in `file`. A summary gets the warnings of its recording, which the file does
// not hold.
base::Result<model::SeverityCube> load_report_file(const std::string& file);
// The same with rows that are read when they are asked for, as by report::open_report().
base::Result<model::SeverityCube> open_report_file(const std::string& file);

}  // namespace tarry::experiment
