// SPDX-License-Identifier: BSD-3-Clause
#include "score/region_list.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/artificial_regions.h"

namespace tarry::score {
namespace {

using model::Paradigm;
using model::RegionClass;

constexpr std::string_view kGroupNames[kGroups] = {"MPI", "OMP", "PTHREAD", "COM", "USR", "OTHER"};

// Returns the group regardless of the calls that the region makes.
Group own_group(const model::Region& region, model::RegionClass region_class) {
  if (region.paradigm == Paradigm::MeasurementSystem &&
      (region_class == RegionClass::Overhead || region.name == model::kMeasurementOff))
    return Group::Other;
  const std::string_view metric = info(model::class_metric(region_class)).id;
  if (metric.starts_with("mpi")) return Group::Mpi;
  if (region.paradigm == Paradigm::OpenMp || region.name.starts_with("!$omp") ||
      metric.starts_with("omp"))
    return Group::Omp;
  if (region.paradigm == Paradigm::Pthread || metric.starts_with("pthread")) return Group::Pthread;
  return region_class == RegionClass::Overhead ? Group::Other : Group::Usr;
}

CubeRegion region_at(const model::CubeCallPath& path) {
  model::Region region;
  region.name = path.region;
  region.role = model::role_by_name(path.role).value_or(model::RegionRole::Unknown);
  region.paradigm = model::paradigm_by_name(path.paradigm).value_or(Paradigm::Unknown);
  CubeRegion made{path.region, path.file,   path.line,        path.call_site,
                  Group::Usr,  region.role, classify(region), {}};
  made.group = own_group(region, made.kind.region_class);
  return made;
}

// Returns whether the cut-off paths in this node may start at any region.
bool is_cut_from_anywhere(const model::SeverityCube& cube, const model::CubeCallPath& path) {
  return path.region == model::kCutPaths &&
         (!path.parent.valid() || !cube.callpaths[path.parent.index()].parent.valid());
}

// All regions above a call path of a parallel programming interface lead to communication, and so
// may regions above paths that a summary cut off.
void find_communication(const model::SeverityCube& cube, const std::vector<std::size_t>& region_of,
                        std::vector<CubeRegion>& regions) {
  const bool anything_may = std::any_of(
      cube.callpaths.begin(), cube.callpaths.end(),
      [&](const model::CubeCallPath& path) { return is_cut_from_anywhere(cube, path); });
  std::vector<bool> leads(cube.callpaths.size(), anything_may);
  for (std::size_t i = 0; i < leads.size(); ++i)
    if (cube.callpaths[i].region == model::kCutPaths) leads[i] = true;
  for (std::size_t i = cube.callpaths.size(); i-- > 0;) {  // children come after their parents
    Group& group = regions[region_of[i]].group;
    const model::CallPathId parent = cube.callpaths[i].parent;
    if (leads[i] && group == Group::Usr) group = Group::Com;
    const bool is_one = group == Group::Mpi || group == Group::Omp || group == Group::Pthread;
    if (parent.valid() && (leads[i] || is_one)) leads[parent.index()] = true;
  }
}

}  // namespace

std::string_view group_name(Group group) { return kGroupNames[static_cast<std::size_t>(group)]; }

std::vector<CubeRegion> regions_of(const model::SeverityCube& cube) {
  std::vector<CubeRegion> regions;
  std::vector<std::size_t> region_of;  // by call path
  using Key = std::tuple<std::string_view, std::string_view, std::uint32_t, std::string_view>;
  std::map<Key, std::size_t> known;
  for (std::uint32_t i = 0; i < cube.callpaths.size(); ++i) {
    const model::CubeCallPath& path = cube.callpaths[i];
    const auto [at, is_new] =
        known.try_emplace({path.region, path.file, path.line, path.call_site}, regions.size());
    if (is_new) regions.push_back(region_at(path));
    regions[at->second].callpaths.push_back(model::CallPathId{i});
    region_of.push_back(at->second);
  }
  find_communication(cube, region_of, regions);
  return regions;
}

std::vector<bool> excluded_by(const filter::Filter& filter,
                              const std::vector<CubeRegion>& regions) {
  std::vector<bool> out;
  out.reserve(regions.size());
  for (const CubeRegion& region : regions)
    out.push_back(can_be_filtered(region.group) && region.role != model::RegionRole::Artificial &&
                  excludes(filter, {.name = region.name.c_str(), .file = region.file.c_str()}));
  return out;
}

}  // namespace tarry::score
