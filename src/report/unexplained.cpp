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
  return fmt::format(
      "The cause of {} in {} {} is unknown: wait states and bytes moved do not explain it.",
      quantity(cube.total(unexplained, most), model::Unit::Seconds),
      cube.callpaths[most.index()].region, on_ranks(sufferers(cube, unexplained, most)));
}

}  // namespace tarry::report
