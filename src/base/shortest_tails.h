// SPDX-License-Identifier: BSD-3-Clause
// Names of files for people: as short as they can be and still differ.
#pragma once

#include <string>
#include <vector>

namespace tarry::base {

// Returns for each path its shortest tail of whole parts that no different path of the list has:
// "before.cubex" of "/data/before.cubex", or "run1/analysis.cubex" and "run2/analysis.cubex".
// Slashes at the end do not count.
std::vector<std::string> shortest_tails(const std::vector<std::string>& paths);

}  // namespace tarry::base
