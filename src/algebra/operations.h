// SPDX-License-Identifier: BSD-3-Clause
// Computes reports from reports, cell by cell. Results are ordinary reports. What a report lacks
// counts as 0 there, but a metric that it does not have at all is left to the others. Source: as
// for united.h. The rows of a result are computed when they are asked for, and
// SeverityCube::reading() tells what went wrong with that.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

enum class Operation {
  Diff,   // the first minus the second, of two reports
  Mean,   // of the reports that have the metric
  Least,  // of these, cell by cell
  Most,
  Merge,  // each metric from the first report that has it
};

// `names` are those of the reports, for the result's description of itself. Merge keeps the
// findings and the statistics of waits of the first report, the others none.
base::Result<model::SeverityCube> combine(Operation operation,
                                          std::span<const model::SeverityCube> reports,
                                          const std::vector<std::string>& names);

// Adds up the values of all locations in one, so that runs of different sizes can be compared.
model::SeverityCube collapse(const model::SeverityCube& report);

}  // namespace tarry::algebra
