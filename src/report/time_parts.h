// SPDX-License-Identifier: BSD-3-Clause
// What the time of a run consists of: parts that do not overlap and add up to all of it, for the
// first screen of a report.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

struct TimePart {
  std::string name;  // "waiting in MPI"
  double time_s = 0.0;
  std::vector<std::string> metrics;  // ids of those that contain it
};

// Returns the parts that have time, in the same order for all reports; none for a report that does
// not know computation, or of which something else is told (kHeadlineKey), or a difference.
std::vector<TimePart> time_parts(const model::SeverityCube& cube);

// Returns text like "Of the time, 61.2 % is computation, 20.3 % waiting in MPI, 18.5 % other MPI.",
// largest first; empty without parts.
std::string time_parts_text(const model::SeverityCube& cube);

}  // namespace tarry::report
