// SPDX-License-Identifier: BSD-3-Clause
// The words of the model and of base that every file about reports uses.
#pragma once

#include <tuple>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

using base::Error;
using base::ErrorCode;
using base::kOk;
using model::CallPathId;
using model::CubeCallPath;
using model::CubeLocation;
using model::CubeMetric;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;

// The order of the locations of a cube.
inline bool comes_before(const CubeLocation& a, const CubeLocation& b) {
  return std::tie(a.rank, a.thread) < std::tie(b.rank, b.thread);
}

}  // namespace tarry::report
