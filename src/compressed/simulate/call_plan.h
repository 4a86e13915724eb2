// SPDX-License-Identifier: BSD-3-Clause
// How the calls at a place of the program are simulated, beyond the actions that they have.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compressed/model/trace.h"
#include "compressed/simulate/messages.h"

namespace tarry::simulate {

enum class Duration : std::uint8_t {
  Modelled,  // overhead, then as its actions take
  Recorded,  // if it has no actions
  Shortest,  // the shortest recorded, if it has no actions
  Start,     // MPI_Init: all ranks meet
  End,       // MPI_Finalize: all ranks meet
};

struct CallPlan {
  Duration duration = Duration::Modelled;
  Protocol sends = Protocol::BySize;
};

// Returns the plans by site.
std::vector<CallPlan> call_plans(const compressed::Trace& trace);

// Where all ranks meet: who takes part, and what it takes.
struct WholeRun {
  std::uint32_t ranks = 0;
  Nanoseconds shortest = 0;  // of the recorded times
};
WholeRun whole_run(const compressed::Trace& trace, const std::vector<CallPlan>& plans,
                   Duration which);

// Returns whether what a receive asks for does not tell which message it gets, so the end of its
// request must be known.
bool needs_fates(const compressed::Trace& trace);

}  // namespace tarry::simulate
