// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/openmp_region.h"

namespace tarry::trace::synthetic {
namespace {

using model::RegionRole;

struct Construct {
  std::string_view name;
  RegionRole role;
};

constexpr Construct kConstructs[] = {
    {"parallel", RegionRole::Parallel},
    {"for", RegionRole::Loop},
    {"do", RegionRole::Loop},
    {"loop", RegionRole::Loop},
    {"distribute", RegionRole::Loop},
    {"taskloop", RegionRole::Loop},
    {"sections", RegionRole::Sections},
    {"section", RegionRole::Section},
    {"workshare", RegionRole::Workshare},
    {"single sblock", RegionRole::SingleBlock},
    {"single", RegionRole::Single},
    {"master", RegionRole::Master},
    {"masked", RegionRole::Master},
    {"critical sblock", RegionRole::CriticalBlock},
    {"critical", RegionRole::Critical},
    {"atomic", RegionRole::Atomic},
    {"barrier", RegionRole::Barrier},
    {"implicit barrier", RegionRole::ImplicitBarrier},
    {"flush", RegionRole::Flush},
    {"ordered sblock", RegionRole::OrderedBlock},
    {"ordered", RegionRole::Ordered},
    {"taskwait", RegionRole::TaskWait},
    {"taskgroup", RegionRole::TaskWait},
    {"create task", RegionRole::TaskCreate},
    {"task", RegionRole::Task},
};

}  // namespace

std::optional<RegionRole> openmp_role(std::string_view name) {
  if (name.starts_with("omp_")) return RegionRole::Wrapper;
  constexpr std::string_view kPrefix = "!$omp ";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  for (const Construct& construct : kConstructs)
    if (name == construct.name ||
        (name.starts_with(construct.name) && name.substr(construct.name.size()).starts_with(" @")))
      return construct.role;
  return RegionRole::Unknown;
}

}  // namespace tarry::trace::synthetic
