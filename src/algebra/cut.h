// SPDX-License-Identifier: BSD-3-Clause
// Takes parts of the call tree out of a report. Source: as for united.h.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

// Regions are named by patterns of the shell (`MPI_*`), and mean the outermost call paths with such
// a region.
struct Cut {
  std::vector<std::string> roots;   // what is below them is kept; empty: everything
  std::vector<std::string> pruned;  // they are removed with everything below them
};

// Call paths of one region that become roots are added up. Findings are left out. Returns an Error
// for a pattern that no call path has.
base::Result<model::SeverityCube> cut(const model::SeverityCube& report, const Cut& cut);

}  // namespace tarry::algebra
