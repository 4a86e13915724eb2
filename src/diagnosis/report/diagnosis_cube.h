// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as a severity cube, for everything that reads cubes: sampled time and losses by call
// path and location. The metrics of losses are those of the taxonomy; symptoms and causes have
// separate metrics (docs/patterns/diagnosis.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"
#include "model/severity_cube.h"

namespace tarry::diagnosis {

// Takes a diagnosis with severities. `program`: name of the program that ran. Thread: any.
model::SeverityCube diagnosis_cube(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
