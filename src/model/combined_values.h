// SPDX-License-Identifier: BSD-3-Clause
// How the values of several cells become one: for most metrics their sum, for others the least or
// the most of them.
#pragma once

#include <algorithm>

#include "model/severity_cube.h"

namespace tarry::model {

// Combines a value with another one. A zero is no value: it is neither the least nor the most.
inline void combine(CubeMetric::Sum how, double value, double& into) {
  if (how == CubeMetric::Sum::Total)
    into += value;
  else if (into == 0.0)
    into = value;
  else if (value != 0.0)
    into = how == CubeMetric::Sum::Least ? std::min(into, value) : std::max(into, value);
}

}  // namespace tarry::model
