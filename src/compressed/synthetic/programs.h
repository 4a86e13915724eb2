// SPDX-License-Identifier: BSD-3-Clause
// Programs whose calls are known without running them, for any number of ranks and steps. They show
// the cost of compressed traces of well-known shapes and check what is computed from them.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "compressed/fold/fold_options.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"

namespace tarry::compressed::synthetic {

struct Program {
  std::string_view name;
  std::uint32_t ranks = 1;
  std::uint32_t steps = 1;
  std::uint64_t seed = 1;  // seed of the times and of everything irregular
  // Extents of the grid of ranks, the fastest first; as equal as possible if there are none.
  std::vector<std::uint32_t> extents{};
};

// Returns the names that calls_of() knows; programs.cpp describes each program.
std::vector<std::string_view> program_names();
// Returns the names of further programs, whose ranks have roles by their place in a grid;
// grid_programs.cpp describes them. Some have communicators of their own.
std::vector<std::string_view> grid_program_names();
// Returns the names of programs that communicate through windows (one_sided_programs.cpp).
std::vector<std::string_view> one_sided_program_names();

// Returns the communicators of a program: MPI_COMM_WORLD, then its own ones.
std::vector<Communicator> communicators_of(const Program& program);

// Makes the calls of one rank in order, with the sites of frame_of_program().
void calls_of(const Program& program, std::uint32_t rank,
              const std::function<void(const Call&)>& take);
// As above; `own` are the memberships of the rank in communicators_of().
void calls_of(const Program& program, std::uint32_t rank, const Memberships& own,
              const std::function<void(const Call&)>& take);

// Returns a trace without events: ranks, MPI_COMM_WORLD, and the sites of all programs.
Trace frame_of_program(const Program& program);

// Returns the folded, canonical trace of one rank, not yet merged.
Trace folded_rank(const Program& program, std::uint32_t rank, const FoldOptions& options);

// Returns the trace of all ranks, merged in aligned blocks as they come.
Trace compressed_program(const Program& program, const FoldOptions& options = {});

}  // namespace tarry::compressed::synthetic
