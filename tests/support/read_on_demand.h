// SPDX-License-Identifier: BSD-3-Clause
// Compares a report whose rows are read when they are asked for with the same report read whole.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::testing {

// Returns one sentence per difference in values or sums, which are compared bit for bit, between a
// .cubex read whole and on demand; also says so if sums that the file holds cost a row.
std::vector<std::string> differences_on_demand(const std::string& file);

// Writes `cube` to `file` as it is, and again with so many more locations that rows are compressed;
// returns the differences between either, read whole, read on demand and `cube`.
std::vector<std::string> differences_when_written(const model::SeverityCube& cube,
                                                  const std::string& file);

}  // namespace tarry::testing
