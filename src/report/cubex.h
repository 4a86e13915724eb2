// SPDX-License-Identifier: BSD-3-Clause
// Severity cubes as CUBE4 .cubex files, as the Cube tools and our own commands read them. What we
// write and what we accept: docs/formats/cubex.md.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Replaces `path` as a whole or not at all. Doubles come back bit for bit; call paths and metrics
// come back in depth-first order.
base::Status write_cubex(const model::SeverityCube& cube, const std::string& path);

// Ours and those of Score-P, Scalasca and the Cube tools. Metrics that cannot be added up are left
// out, with a warning in the cube. The values are exclusive along the call tree, whatever the file
// holds.
base::Result<model::SeverityCube> read_cubex(const std::string& path);
// The same from memory; an Error has no `where`.
base::Result<model::SeverityCube> parse_cubex(std::string archive);

}  // namespace tarry::report
