// SPDX-License-Identifier: BSD-3-Clause
// The class that the time of a call path counts for, from what a cube says about its region.
#pragma once

#include "model/region_class.h"
#include "model/severity_cube.h"

namespace tarry::report {

model::RegionClass class_of(const model::CubeCallPath& path);

}  // namespace tarry::report
