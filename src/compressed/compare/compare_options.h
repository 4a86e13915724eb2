// SPDX-License-Identifier: BSD-3-Clause
// The options of a comparison of two traces. A replay, a generated benchmark and another
// build of a program make other calls from other places for the same communication.
#pragma once

#include <cstddef>

namespace tarry::compressed {

struct CompareOptions {
  bool call_sites = true;     // false: the stacks that lead to calls are not compared
  bool functions = true;      // false: actions are compared one by one, whatever calls perform them
  bool empty_calls = true;    // false: calls without actions, such as MPI_Comm_rank, are left out
  bool posted = true;         // false: what receives ask for (sources, tags, wildcards, room)
  bool tags = true;           // false: neither actual nor posted tags
  bool bytes = true;          // false: sizes of messages and operations
  bool datatypes = true;      // false: counts of elements and their datatypes
  bool requests = true;       // false: the order in which requests are completed
  bool communicators = true;  // false: peers and roots are compared as ranks of all processes
  std::size_t most_shown = 10;  // differences that are described
  unsigned threads = 0;         // 0: one for each core
};

}  // namespace tarry::compressed
