// SPDX-License-Identifier: BSD-3-Clause
// Time in MPI of which the analysis does not know what it was for (mpi_unexplained), in plain
// words: nobody shall take it for understood.
#pragma once

#include <string>

#include "model/severity_cube.h"

namespace tarry::report {

// Its part of all time; 0 if the report does not have the metric.
double unexplained_part(const model::SeverityCube& cube);

// One sentence about the place that has most of it; empty if there is too little to speak of.
std::string unexplained_note(const model::SeverityCube& cube);

}  // namespace tarry::report
