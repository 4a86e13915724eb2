// SPDX-License-Identifier: BSD-3-Clause
// The inlined functions that lie between a call and the region around it; events and summaries find
// them in the same way. docs/decisions/050-inlined-functions.md
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/display_name.h"
#include "model/definitions.h"

namespace tarry::model {

// Returns whether a user region bears the name of the function, as TARRY_FUNCTION gives it: it then
// stands for the function (docs/decisions/045-call-stacks.md).
inline bool stands_for_function(const Region& user_region, const Region& function) {
  return user_region.paradigm == Paradigm::User &&
         user_region.name == base::unqualified(function.name);
}

// Returns whether both are one function. An inlined copy often lacks the name for the linker and
// the names of the classes around, though compilers could give them.
inline bool is_same_function(const Region& a, const Region& b) {
  if (a.canonical == b.canonical || stands_for_function(b, a)) return true;
  const bool is_declared_there =
      !a.file.empty() && a.begin_line != 0 && a.file == b.file && a.begin_line == b.begin_line;
  return is_declared_there && (a.name.ends_with(b.name) || b.name.ends_with(a.name));
}

// Returns the functions to be shown between `parent` and `call`; the outermost comes first. The
// function hooks of some compilers show inlined functions as well: functions that `parent` and the
// regions around it stand for are not repeated.
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
