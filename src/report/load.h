// SPDX-License-Identifier: BSD-3-Clause
// Whatever a user names as a report: an experiment directory, a .cubex, a JSON report.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// The file that `path` means: of an experiment directory its analysis.cubex, or else its
// summary.cubex.
base::Result<std::string> report_file(const std::string& path);

// The same. The kind of a file is told by its content.
base::Result<model::SeverityCube> load_report(const std::string& path);

}  // namespace tarry::report
