// SPDX-License-Identifier: BSD-3-Clause
#include "report/callpath_class.h"

#include "model/definitions.h"

namespace tarry::report {

model::RegionClass class_of(const model::CubeCallPath& path) {
  model::Region region;
  region.name = region.canonical = path.region;
  region.role = model::role_by_name(path.role).value_or(model::RegionRole::Unknown);
  region.paradigm = model::paradigm_by_name(path.paradigm).value_or(model::Paradigm::Unknown);
  return model::classify(region).region_class;
}

}  // namespace tarry::report
