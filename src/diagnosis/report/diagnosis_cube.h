// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as a severity cube: sampled time and losses by call path and location, for all that
// reads cubes. The metrics of losses are those of the taxonomy; where a loss shows and why it is
// there are kept apart (docs/patterns/diagnosis.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"
#include "model/severity_cube.h"

namespace tarry::diagnosis {

// Of a diagnosis with severities. `program`: what was run. Thread: any.
model::SeverityCube diagnosis_cube(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
