// SPDX-License-Identifier: BSD-3-Clause
#include "report/machine_notes.h"

#include <fmt/format.h>

#include "report/cube_types.h"
#include "report/lost_cores.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::report {
namespace {

constexpr double kMuchLateness = 0.01;  // part of the time

std::string late_starts(const SeverityCube& cube) {
  const MetricId second = cube.find(waits_first(model::metric::delay_fork_and_join));
  const MetricId costs = second.valid() ? second : cube.find(model::metric::delay_fork_and_join);
  if (!costs.valid() || cube.total(costs) < kMuchLateness * total_time(cube) ||
      !(cube.total(costs) > 0.0))
    return "";
  CallPathId most;
  for (const CallPathId callpath : cube.callpaths_with_values(costs))
    if (!most.valid() || cube.total(costs, callpath) > cube.total(costs, most)) most = callpath;
  return fmt::format(
      "Threads that started late in OpenMP teams made others wait {}, most in {}. The findings "
      "below cover the rest.",
      seconds(cube.total(costs)), shown_path(cube, most));
}

}  // namespace

std::vector<std::string> machine_notes(const SeverityCube& cube) {
  std::vector<std::string> notes;
  if (const auto lost = lost_cores(cube)) notes.push_back(lost_cores_text(*lost));
  if (std::string note = late_starts(cube); !note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace tarry::report
