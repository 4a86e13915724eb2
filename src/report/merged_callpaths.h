// SPDX-License-Identifier: BSD-3-Clause
// The cube as if less were known of how MPI is called.
#pragma once

#include "model/severity_cube.h"

namespace tarry::report {

struct Merging {
  bool call_sites = false;  // calls of one function by one caller are one call path
  bool inlined = false;     // what inlined functions call is called by the function around them
};

model::SeverityCube merge_callpaths(model::SeverityCube cube, Merging merging);

}  // namespace tarry::report
