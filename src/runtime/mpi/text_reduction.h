// SPDX-License-Identifier: BSD-3-Clause
// What all processes have becomes one at rank 0, up a binomial tree: no process gets more than
// log2(P) messages, and each unites a block of ranks with the equally long one behind it.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/finalize/text.h"

namespace tarry::runtime::mpi {

struct TextReduction {
  int tag;
  bool (*write)(finalize::Text& text);        // what this process has so far
  bool (*merge)(const finalize::Text& text);  // adds that of the ranks behind
};

// Collective; `good`: this process has something. True if what this process has, or sent on, is
// that of all its ranks.
bool reduce(const TextReduction& reduction, bool good, MPI_Comm tool);

struct Announcement {
  std::uint64_t bytes = 0;  // of the text that rank 0 has
  std::uint64_t about = 0;
};

// The text of rank 0 to all, in pieces, so that a process without the memory for all of it, whose
// text is empty then, can take part nevertheless. Collective. Returns what rank 0 has, and what it
// says about it.
Announcement broadcast(bool is_root, finalize::Text& text, MPI_Comm tool, std::uint64_t about = 0);

}  // namespace tarry::runtime::mpi
