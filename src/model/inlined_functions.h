// SPDX-License-Identifier: BSD-3-Clause
// Which inlined functions lie between a call and the region around it: the same for events and for
// summaries. docs/decisions/050-inlined-functions.md
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "model/definitions.h"

namespace tarry::model {

// Whether both are one function. Compilers do not give a copy that is inlined the linker's name,
// nor the classes around, wherever they could.
inline bool is_same_function(const Region& a, const Region& b) {
  if (a.canonical == b.canonical) return true;
  const bool is_declared_there =
      !a.file.empty() && a.begin_line != 0 && a.file == b.file && a.begin_line == b.begin_line;
  return is_declared_there && (a.name.ends_with(b.name) || b.name.ends_with(a.name));
}

// The functions to be shown between `parent` and `call`, the outermost first. Function hooks of
// some compilers show inlined functions as well: what `parent` and those around it say is not
// repeated.
inline std::span<const RegionId> inlined_between(const std::vector<Region>& regions,
                                                 const Region* parent, const Region& call) {
  const std::span<const RegionId> all = call.inlined_around;
  if (parent == nullptr) return all;
  const auto known = std::find_if(all.rbegin(), all.rend(), [&](RegionId each) {
    return is_same_function(regions[each.index()], *parent);
  });
  return {known.base(), all.end()};
}

}  // namespace tarry::model
