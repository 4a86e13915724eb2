// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI that the user wants records of: `tarry record --mpi-groups`.
#pragma once

#include <cstddef>

#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::mpi {

inline constexpr trace::eventlog::MpiGroups kGroupOfCall[] = {
#define TARRY_MPI_FUNCTION(name, group, ...) \
  trace::eventlog::bit_of(trace::eventlog::MpiGroup::group),
#include "model/mpi_functions.def"
};

// Returns whether a call is recorded in any case: the beginning and the end of MPI must be known.
constexpr bool is_always_selected(Call call) {
  return call == Call::Init || call == Call::Init_thread || call == Call::Finalize ||
         call == Call::Session_init || call == Call::Session_finalize;
}

// Returns whether a call is recorded. completes_selected() decides about calls that complete
// requests. Thread: any. Signal: safe.
[[gnu::always_inline]] inline bool is_selected(Call call) {
  return is_always_selected(call) ||
         (kGroupOfCall[static_cast<std::size_t>(call)] & core::process.settings.mpi_groups) != 0;
}

}  // namespace tarry::runtime::mpi
