// SPDX-License-Identifier: BSD-3-Clause
// Reads reports from files of any kind.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Reads a .cubex or a JSON report, depending on the content.
base::Result<model::SeverityCube> load_report(const std::string& file);

}  // namespace tarry::report
