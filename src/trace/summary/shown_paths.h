// SPDX-License-Identifier: BSD-3-Clause
// Converts the call paths of all processes to those of the cube. Compilers duplicate code, so one
// line may call MPI at several addresses: the cube has one call path for the line, and one for a
// function that is called at several places. Functions that the compiler has inlined around a call
// come between the call and its caller. docs/decisions/039-call-sites.md,
// docs/decisions/050-inlined-functions.md
#pragma once

#include <cstdint>
#include <vector>

#include "model/definitions.h"
#include "trace/summary/path_tree.h"

namespace tarry::trace::summary {

struct ShownPath {
  model::CallPathId parent;  // among the shown paths
  std::uint32_t region = 0;
  // Its number among the paths of the processes. An inlined function has no values of its own; it
  // has the number of the first path below it.
  std::uint32_t path = 0;
};

struct ShownPaths {
  std::vector<ShownPath> paths;  // depth first, by ascending `path`, except for `together`
  // For each path of the processes: the path that is shown for it, and the first path whose values
  // are needed at the same time.
  std::vector<std::uint32_t> stands_for;
  std::vector<std::uint32_t> together;
};

// `regions` are those of the keys of `whole`, which is canonical, followed by inlined functions.
ShownPaths shown_paths(const PathTree& whole, const std::vector<model::Region>& regions);

}  // namespace tarry::trace::summary
