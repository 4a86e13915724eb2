// SPDX-License-Identifier: BSD-3-Clause
// The curve of least squares for quantities that no curve gives exactly, for example sizes that
// depend on what a program has computed.
#pragma once

#include <vector>

#include "compressed/fit/curve.h"

namespace tarry::compressed {

// Returns the products of extents that can tell the grids apart, the product of all first, then
// those of fewer factors.
[[nodiscard]] std::vector<ExtentProduct> products_that_differ(
    const std::vector<Observation>& observations);

// Returns the approximation with fewest parameters whose residual is close to the smallest. There
// must be an observation.
// Thread: any.
[[nodiscard]] Curve approximate_curve(const std::vector<Observation>& observations);

}  // namespace tarry::compressed
