// SPDX-License-Identifier: BSD-3-Clause
// What one reading of the counters takes (record --metrics), of which there is one at every enter
// and one at every leave. A cube says which counters were read and what they counted; with which
// values they began it does not say, and that is taken for zero.
#pragma once

#include <vector>

#include "model/severity_cube.h"
#include "score/record_bytes.h"

namespace tarry::score {

// By location of the cube; nothing where there were no counters, or none are known.
std::vector<Bytes> reading_bytes(const model::SeverityCube& cube);

}  // namespace tarry::score
