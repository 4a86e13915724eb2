// SPDX-License-Identifier: BSD-3-Clause
// Merges call paths of a cube, as if less were known about the places that call MPI.
#pragma once

#include "model/severity_cube.h"

namespace tarry::report {

struct Merging {
  bool call_sites = false;  // calls of one function by one caller become one call path
  bool inlined = false;     // the calls of inlined functions move to the function around them
};

model::SeverityCube merge_callpaths(model::SeverityCube cube, Merging merging);

}  // namespace tarry::report
