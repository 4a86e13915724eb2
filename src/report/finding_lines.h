// SPDX-License-Identifier: BSD-3-Clause
// Writes a finding for the first screen of a report: three short lines.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// The lines say what takes too long and where, whom it holds up if that is known, and what a remedy
// gains. Each is a sentence of at most 25 words.
//   delay_item/spend (pipeline.cpp:42) on rank 0 takes 200.1 ms too long.
//   It holds up ranks 1-3 for 606.4 ms, most in MPI_Recv, up to 3 waits away.
//   Without it the run takes 200.1 ms less (26.0 %).
std::vector<std::string> finding_lines(const model::SeverityCube& cube,
                                       const model::Finding& finding);

// Returns the last regions of a call path, as few as distinguish it from all others:
// "relax_hot_rows/relax_rows (!$omp parallel, heat.cpp:120)", "compute (halo.c:88)".
std::string short_path(const model::SeverityCube& cube, model::CallPathId callpath);

}  // namespace tarry::report
