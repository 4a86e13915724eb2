// SPDX-License-Identifier: BSD-3-Clause
// The texts of all processes become one at rank 0, up a binomial tree: a process gets at most
// log2(P) messages, and each unites a block of ranks with the equally long block behind it.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/finalize/text.h"

namespace tarry::runtime::mpi {

struct TextReduction {
  int tag;
  bool (*write)(finalize::Text& text);        // writes what this process has so far
  bool (*merge)(const finalize::Text& text);  // adds the text of the ranks behind
};

// Collective; `good`: this process has a text. Returns true if the text that this process has or
// sent on comes from all its ranks.
bool reduce(const TextReduction& reduction, bool good, MPI_Comm tool);

struct Announcement {
  std::uint64_t bytes = 0;  // the length of the text of rank 0
  std::uint64_t about = 0;
};

// Sends the text of rank 0 to all processes, in pieces, so that a process without the memory for
// it, which then gets an empty text, can take part nevertheless. Collective. Returns what rank 0
// has, and what it says about it.
Announcement broadcast(bool is_root, finalize::Text& text, MPI_Comm tool, std::uint64_t about = 0);

}  // namespace tarry::runtime::mpi
