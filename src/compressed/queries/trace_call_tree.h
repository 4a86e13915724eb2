// SPDX-License-Identifier: BSD-3-Clause
// The call paths of the places in a compressed trace, in the order of a cube: depth first.
#pragma once

#include <vector>

#include "compressed/model/trace.h"
#include "model/region_class.h"
#include "model/severity_cube.h"

namespace tarry::compressed {

struct TraceCallTree {
  std::vector<model::CubeCallPath> callpaths;
  std::vector<model::CallPathId> call_of_site;  // by SiteId
  // By SiteId: the path of the program between its calls.
  std::vector<model::CallPathId> around_of_site;
  std::vector<model::RegionKind> kind_of_site;
};

// Calls without a stack are placed directly below the program.
TraceCallTree trace_call_tree(const Trace& trace);

}  // namespace tarry::compressed
