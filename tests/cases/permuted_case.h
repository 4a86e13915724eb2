// SPDX-License-Identifier: BSD-3-Clause
// The same run with its ranks in another order must have the same severities, at other ranks. The
// last rank becomes the first: communicators, groups and teams name the processes by their new
// ranks, while ranks of communicators, and so peers and roots, stay.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"
#include "trace/synthetic/case_file.h"

namespace tarry::testing {

// Returns the case with its ranks in reverse order.
trace::synthetic::Case with_ranks_reversed(const trace::synthetic::Case& original);

// Returns one sentence per value, warning or statistic of waits in which `permuted`, the cube of
// with_ranks_reversed(), is something else than `cube` with its ranks reversed. It stops after a
// few.
std::vector<std::string> differences_of_permuted(const model::SeverityCube& cube,
                                                 const model::SeverityCube& permuted);

}  // namespace tarry::testing
