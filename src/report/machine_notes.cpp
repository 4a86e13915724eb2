// SPDX-License-Identifier: BSD-3-Clause
#include "report/machine_notes.h"

#include <fmt/format.h>

#include "report/cube_types.h"
#include "report/lost_cores.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::report {
namespace {

constexpr double kLostInCalls = 0.1;    // part of the time
constexpr double kMuchLateness = 0.01;  // part of the time

double total_of(const SeverityCube& cube, MetricId known) {
  const MetricId id = cube.find(known);
  return id.valid() ? cube.total(id) : 0.0;
}

// Returns a sentence where most of the time without a core lies in calls.
std::string lost_in_calls(const SeverityCube& cube) {
  const double time = total_time(cube);
  const double lost = total_of(cube, model::metric::lost_cores);
  const double computing = total_of(cube, model::metric::lost_cores_comp);
  if (!(lost > 0.0) || lost < kLostInCalls * time || computing > lost / 2) return "";
  return fmt::format(
      "For {} of the time ({} over all {}) a thread was ready to run and had no core, {} of that "
      "in computation, the rest mostly in calls that wait. With a core for each thread, other "
      "waits would remain.",
      percent(lost, time), seconds(lost), cube.experiment.threads > 1 ? "threads" : "ranks",
      seconds(computing));
}

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
  for (std::string note : {lost_in_calls(cube), late_starts(cube)})
    if (!note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace tarry::report
