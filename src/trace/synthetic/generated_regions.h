// SPDX-License-Identifier: BSD-3-Clause
// The regions of generated traces, in the order of their definition. Functions follow.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/ids.h"

namespace tarry::trace::synthetic {

enum class GeneratedRegion : std::uint32_t {
  Program,
  Iteration,
  Init,
  Finalize,
  Send,
  Ssend,
  Recv,
  Isend,
  Irecv,
  Waitall,
  Barrier,
  Allreduce,
  Bcast,
  Reduce,
  Scan,
  Neighbor,
};

inline constexpr std::string_view kGeneratedProgram = "synthetic";

inline constexpr std::array<std::string_view, 16> kGeneratedRegionNames = {
    kGeneratedProgram, "iteration",   "MPI_Init",    "MPI_Finalize",
    "MPI_Send",        "MPI_Ssend",   "MPI_Recv",    "MPI_Isend",
    "MPI_Irecv",       "MPI_Waitall", "MPI_Barrier", "MPI_Allreduce",
    "MPI_Bcast",       "MPI_Reduce",  "MPI_Scan",    "MPI_Neighbor_alltoall"};

constexpr model::RegionId id_of(GeneratedRegion region) {
  return model::RegionId{static_cast<std::uint32_t>(region)};
}
constexpr std::string_view name_of(GeneratedRegion region) {
  return kGeneratedRegionNames[static_cast<std::size_t>(region)];
}
inline constexpr std::uint32_t kFirstFunction = kGeneratedRegionNames.size();

}  // namespace tarry::trace::synthetic
