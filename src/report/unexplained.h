// SPDX-License-Identifier: BSD-3-Clause
// Describes time in MPI whose purpose the analysis does not know (mpi_unexplained), so that nobody
// takes it for understood.
#pragma once

#include <string>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns its part of all time, or 0 if the report does not have the metric.
double unexplained_part(const model::SeverityCube& cube);

// Returns a sentence about the place that has most of it, or an empty text if there is too little.
std::string unexplained_note(const model::SeverityCube& cube);

}  // namespace tarry::report
