// SPDX-License-Identifier: BSD-3-Clause
// A matrix of which only the sums are known: how many bytes each member of an MPI_Alltoallv sends
// to each. What a trace holds are the sums of its rows (sent) and columns (received).
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

// The matrix has these sums, exactly where both have the same total: first each pair gets its
// proportion, rounded down, then what is left of rows and columns goes from the first to the last
// (north-west corner rule). A total that is greater than the other is not used up. The same for
// everybody who asks.
Spread spread(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received,
              std::size_t member);

}  // namespace tarry::replay
