// SPDX-License-Identifier: BSD-3-Clause
// Reports the differences of two severity cubes, and names call paths for people.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::testing {

// Returns a name like "main/solve/MPI_Recv" for every call path of the cube.
std::vector<std::string> path_names(const model::SeverityCube& cube);

// Returns one sentence per difference in metrics, call paths, locations, warnings, findings or
// values, which are compared bit for bit. It stops after a few.
std::vector<std::string> differences(const model::SeverityCube& a, const model::SeverityCube& b);

}  // namespace tarry::testing
