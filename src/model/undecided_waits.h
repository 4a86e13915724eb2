// SPDX-License-Identifier: BSD-3-Clause
// The waits of a report that may be none, because the clocks of the trace are off by as much as
// they are long. They stand in an attribute of the report (docs/decisions/081-confidence.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/severity_cube.h"

namespace tarry::model {

// "mpi_barrier_wait 3 0.25;mpi_latesender 1 0.5": number and seconds by wait state.
inline constexpr const char* kUndecidedWaits = "tarry.undecided_waits";

struct UndecidedWaits {
  std::uint64_t count = 0;
  double wait_s = 0.0;

  friend bool operator==(const UndecidedWaits&, const UndecidedWaits&) = default;
};

void note_undecided(std::string_view metric, const UndecidedWaits& waits,
                    CubeExperiment& experiment);

// Returns none if all waits of this wait state are certain, or if the attribute makes no sense.
std::optional<UndecidedWaits> undecided_waits(const CubeExperiment& experiment,
                                              std::string_view metric);

}  // namespace tarry::model
