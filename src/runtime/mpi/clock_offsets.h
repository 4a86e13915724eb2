// SPDX-License-Identifier: BSD-3-Clause
// The clock of this process is compared with that of rank 0 by the shortest of several round trips.
// The processes of one host share a clock, so that only the first of them measures, unless
// TARRY_CLOCK_PER_PROCESS is set (for tests on one host).
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

class ClockOffsets {
 public:
  constexpr ClockOffsets() = default;

  // `tool` is the runtime's own copy of MPI_COMM_WORLD. Collective.
  void open(MPI_Comm tool);

  // Writes one `clock` line. Collective.
  void measure();

  void close();

 private:
  bool leads_ = false;  // this process is the first of its host
  MPI_Comm host_{};     // the processes that share a clock
  MPI_Comm leaders_{};  // the first process of each host; null on the others
};

}  // namespace tarry::runtime::mpi
