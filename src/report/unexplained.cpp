// SPDX-License-Identifier: BSD-3-Clause
#include "report/unexplained.h"

#include <fmt/format.h>

#include "report/cube_types.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr double kNotableUnexplained = 0.05;  // as a part of the time
constexpr double kMostly = 0.5;               // of the time of the call, had no core

double total_at(const SeverityCube& cube, MetricId known, CallPathId callpath) {
  const MetricId id = cube.find(known);
  return id.valid() ? cube.total(id, callpath) : 0.0;
}

}  // namespace

double unexplained_part(const SeverityCube& cube) {
  const MetricId unexplained = cube.find(model::metric::mpi_unexplained);
  const double time = total_time(cube);
  return unexplained.valid() && time > 0.0 ? cube.total(unexplained) / time : 0.0;
}

std::string unexplained_note(const SeverityCube& cube) {
  if (unexplained_part(cube) < kNotableUnexplained) return "";
  const MetricId unexplained = cube.find(model::metric::mpi_unexplained);
  CallPathId most;
  for (const CallPathId callpath : cube.callpaths_with_values(unexplained))
    if (!most.valid() || cube.total(unexplained, callpath) > cube.total(unexplained, most))
      most = callpath;
  const std::string amount = quantity(cube.total(unexplained, most), model::Unit::Seconds);
  const std::string place =
      cube.callpaths[most.index()].region + " " + on_ranks(sufferers(cube, unexplained, most));
  const double without_core = total_at(cube, model::metric::lost_cores, most);
  const double all = total_at(cube, model::metric::time, most);
  if (without_core >= kMostly * all && without_core > 0.0)
    return fmt::format(
        "Wait states and bytes moved do not explain {} in {}. The lack of cores does: for {} of "
        "the {} there, the threads had no core.",
        amount, place, quantity(without_core, model::Unit::Seconds),
        quantity(all, model::Unit::Seconds));
  return fmt::format(
      "The cause of {} in {} is unknown: wait states and bytes moved do not explain it.", amount,
      place);
}

}  // namespace tarry::report
