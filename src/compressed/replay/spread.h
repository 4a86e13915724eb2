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

// The matrix has these sums, exactly where both have the same total, and each pair about its
// proportion: columns are halved until they are single ones, and in each half the rows up to any
// one get together their proportion of what they had, rounded down. So one row takes as many steps
// as there are members, and one column log2(members) times as many. A total that is greater than
// the other is not used up. The same for everybody who asks.
Spread spread(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received,
              std::size_t member);

}  // namespace tarry::replay
