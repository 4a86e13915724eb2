// SPDX-License-Identifier: BSD-3-Clause
// The size of a reading of the counters (record --metrics), one of which is made at every enter and
// leave. A cube says which counters were read and what they counted, but not their initial values,
// which are taken as zero.
#pragma once

#include <vector>

#include "model/severity_cube.h"
#include "score/record_bytes.h"

namespace tarry::score {

// Returns sizes by location of the cube; zero where counters are absent or unknown.
std::vector<Bytes> reading_bytes(const model::SeverityCube& cube);

}  // namespace tarry::score
