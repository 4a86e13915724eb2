// SPDX-License-Identifier: BSD-3-Clause
// The regions of a severity cube in groups by their role in a trace; the groups are those of
// Score-P.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "filter/filter.h"
#include "model/region_class.h"
#include "model/severity_cube.h"

namespace tarry::score {

enum class Group : std::uint8_t {
  Mpi,
  Omp,
  Pthread,
  Com,    // user regions on call paths that lead to one of the above
  Usr,    // all other user regions
  Other,  // regions of the measurement itself
};
inline constexpr std::size_t kGroups = 6;

// Returns a name like "MPI" or "COM".
std::string_view group_name(Group group);

// Returns whether rules of a filter apply to the group.
constexpr bool can_be_filtered(Group group) { return group == Group::Com || group == Group::Usr; }

// All call paths that end in one region. Regions differ by name, file, line and call site.
struct CubeRegion {
  std::string name;
  std::string file;
  std::uint32_t line = 0;
  std::string call_site;
  Group group = Group::Usr;
  model::RegionRole role = model::RegionRole::Unknown;
  model::RegionKind kind;
  std::vector<model::CallPathId> callpaths;
};

// Returns the regions in the order of the call tree, which is about that of their first visits.
std::vector<CubeRegion> regions_of(const model::SeverityCube& cube);

// Returns by index which regions the filter leaves out. Modules and linker names are unknown here.
std::vector<bool> excluded_by(const filter::Filter& filter, const std::vector<CubeRegion>& regions);

}  // namespace tarry::score
