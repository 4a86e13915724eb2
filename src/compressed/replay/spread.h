// SPDX-License-Identifier: BSD-3-Clause
// Reconstructs a matrix of which only the sums are known: how many bytes each member of an
// MPI_Alltoallv sends to each other one. A trace holds the sums of its rows (sent) and columns
// (received).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tarry::replay {

struct Spread {
  std::vector<std::uint64_t> to;    // row `member` of the matrix
  std::vector<std::uint64_t> from;  // its column
};

// The matrix has exactly these sums if both totals are equal, and each pair gets about its
// proportion. Columns are halved until they are single ones; in each half the rows up to any row
// together get their proportion of their previous bytes, rounded down. One row therefore takes as
// many steps as there are members, and one column log2(members) times as many. If one total is
// greater than the other, it is not used up. The result is the same for everybody who asks.
Spread spread(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received,
              std::size_t member);

}  // namespace tarry::replay
