// SPDX-License-Identifier: BSD-3-Clause
// Reports of version 3 of Cube: one XML file, as KOJAK and Scalasca 1 wrote them ("epik.cube",
// often gzipped). docs/formats/cubex.md describes what is read.
#pragma once

#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Reads a file from memory, after decompression. The values are exclusive along the call tree, as
// the file has them. An Error has no `where`.
base::Result<model::SeverityCube> parse_cube3(std::string xml);

}  // namespace tarry::report
