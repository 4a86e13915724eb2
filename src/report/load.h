// SPDX-License-Identifier: BSD-3-Clause
// Reads reports from files of any kind.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Reads a .cubex, a .cube of version 3 or a JSON report, depending on the content; each may be
// compressed by gzip as a whole.
base::Result<model::SeverityCube> load_report(const std::string& file);
// The same, but of a .cubex the cube reads rows when they are asked for, from the file as it is
// now. SeverityCube::reading() tells errors of that.
base::Result<model::SeverityCube> open_report(const std::string& file);

}  // namespace tarry::report
