// SPDX-License-Identifier: BSD-3-Clause
// The regions of a severity cube by what they mean for a trace: groups as Score-P has them.
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
  Usr,    // the other user regions
  Other,  // of the measurement itself
};
inline constexpr std::size_t kGroups = 6;

// "MPI", "COM"
std::string_view group_name(Group group);

// Rules of a filter are for them.
constexpr bool can_be_filtered(Group group) { return group == Group::Com || group == Group::Usr; }

// All call paths that end in one region. Regions are told apart by name, file, line and call site.
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

// In the order in which they come in the call tree, which is about that of their first visits.
std::vector<CubeRegion> regions_of(const model::SeverityCube& cube);

// Which of them the filter leaves out, by index. Neither modules nor names of the linker are known.
std::vector<bool> excluded_by(const filter::Filter& filter, const std::vector<CubeRegion>& regions);

}  // namespace tarry::score
