// SPDX-License-Identifier: BSD-3-Clause
// Puts call paths into the order that readers of a cube expect.
#pragma once

#include <utility>
#include <vector>

#include "model/severity_cube.h"
#include "report/forest.h"

namespace tarry::report {

// Sorts the call paths depth first and returns their new ids, by former id.
inline std::vector<model::CallPathId> sort_depth_first(
    std::vector<model::CubeCallPath>& callpaths) {
  std::vector<model::CallPathId> position(callpaths.size());
  std::vector<model::CubeCallPath> ordered;
  for (const Visit& visit : depth_first(callpaths)) {
    position[visit.node] = model::CallPathId{static_cast<std::uint32_t>(ordered.size())};
    model::CubeCallPath& path = ordered.emplace_back(std::move(callpaths[visit.node]));
    if (path.parent.valid()) path.parent = position[path.parent.index()];
  }
  callpaths = std::move(ordered);
  return position;
}

}  // namespace tarry::report
