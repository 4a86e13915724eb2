// SPDX-License-Identifier: BSD-3-Clause
// Reports from files of any kind.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// A .cubex or a JSON report; which of them is told by its content.
base::Result<model::SeverityCube> load_report(const std::string& file);

}  // namespace tarry::report
