// SPDX-License-Identifier: BSD-3-Clause
// The report that a user names: an experiment directory, a .cubex, a JSON report.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::experiment {

// Of an experiment that has both.
enum class Preferred { Analysis, Summary };

// The file that `path` means; an Error says what there is instead, and what to do.
base::Result<std::string> report_file(const std::string& path, Preferred preferred);

// The report in `file`. With a summary come the warnings of its recording, which it does not hold
// itself.
base::Result<model::SeverityCube> load_report_file(const std::string& file);

}  // namespace tarry::experiment
