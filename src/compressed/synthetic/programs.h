// SPDX-License-Identifier: BSD-3-Clause
// Programs whose calls are known without running them, for any number of ranks and steps: what
// compressed traces of well-known shapes cost and whether what is computed of them is right.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed::synthetic {

struct Program {
  std::string_view name;
  std::uint32_t ranks = 1;
  std::uint32_t steps = 1;
  std::uint64_t seed = 1;  // of times and of what is irregular
};

// Names that calls_of() knows. What each program does stands with it in programs.cpp.
std::vector<std::string_view> program_names();

// The calls of one rank in order. Sites are those of frame_of_program().
void calls_of(const Program& program, std::uint32_t rank,
              const std::function<void(const Call&)>& take);

// A trace without events: ranks, MPI_COMM_WORLD, the sites of all programs.
Trace frame_of_program(const Program& program);

// Folded, canonical and not yet merged.
Trace folded_rank(const Program& program, std::uint32_t rank, const FoldOptions& options);

// Of all ranks, merged in aligned blocks as they come.
Trace compressed_program(const Program& program, const FoldOptions& options = {});

}  // namespace tarry::compressed::synthetic
