// SPDX-License-Identifier: BSD-3-Clause
// The call paths of a compressed trace's places as a cube lists them: depth first.
#pragma once

#include <vector>

#include "compressed/model/trace.h"
#include "model/region_class.h"
#include "model/severity_cube.h"

namespace tarry::compressed {

struct TraceCallTree {
  std::vector<model::CubeCallPath> callpaths;
  std::vector<model::CallPathId> call_of_site;    // by SiteId
  std::vector<model::CallPathId> around_of_site;  // where the program is between its calls
  std::vector<model::RegionKind> kind_of_site;
};

// Calls without a stack have the program around them.
TraceCallTree trace_call_tree(const Trace& trace);

}  // namespace tarry::compressed
