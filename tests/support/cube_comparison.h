// SPDX-License-Identifier: BSD-3-Clause
// Tells in what two severity cubes differ, and names call paths as people read them.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::testing {

// "main/solve/MPI_Recv" for every call path of the cube.
std::vector<std::string> path_names(const model::SeverityCube& cube);

// One sentence per difference in metrics, call paths, locations, warnings, findings or values,
// which are compared bit for bit. Ends after a few.
std::vector<std::string> differences(const model::SeverityCube& a, const model::SeverityCube& b);

}  // namespace tarry::testing
