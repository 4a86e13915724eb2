// SPDX-License-Identifier: BSD-3-Clause
// The clock of this process is compared with that of rank 0. The first processes of the hosts form
// a tree (host_tree.h); each compares its clock with that of its parent by the shortest of several
// round trips, and the parent answers with the time of rank 0. The processes of one host share a
// clock, so that nothing is measured if all are on one host, unless TARRY_CLOCK_PER_PROCESS is set
// (for tests on one host). docs/decisions/088-clocks-of-hosts.md
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

class ClockOffsets {
 public:
  constexpr ClockOffsets() = default;

  // `tool` is the runtime's own copy of MPI_COMM_WORLD. Collective.
  void open(MPI_Comm tool);

  // Returns true if there is more than one clock; the same on all processes.
  [[nodiscard]] bool differ() const { return differ_; }

  // Writes one `clock` line if the clocks differ. Collective.
  void measure();

  void close();

 private:
  bool differ_ = false;
  bool leads_ = false;  // this process is the first of its host
  MPI_Comm host_{};     // the processes that share a clock
  MPI_Comm leaders_{};  // the first process of each host; null on the others
};

}  // namespace tarry::runtime::mpi
