// SPDX-License-Identifier: BSD-3-Clause
// The cube as if nobody had looked where MPI is called: calls of one function by one caller are one
// call path.
#pragma once

#include "model/severity_cube.h"

namespace tarry::report {

model::SeverityCube merge_call_sites(model::SeverityCube cube);

}  // namespace tarry::report
