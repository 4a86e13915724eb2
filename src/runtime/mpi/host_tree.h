// SPDX-License-Identifier: BSD-3-Clause
// The tree over which hosts compare their clocks: a binomial tree with host 0 as its root. A host
// serves the child with the most hosts below it first, so that all hosts are served after as many
// exchanges, one after the other, as the number of hosts has binary digits. This is plain
// arithmetic without MPI, so that it can be tested.
#pragma once

#include <cstdint>

namespace tarry::runtime::mpi {

// Returns the host that `host` asks for the time; not defined for host 0.
constexpr std::uint32_t parent_of(std::uint32_t host) { return host & (host - 1); }

// Calls visit(child) for each host that asks this one, in the order in which it serves them.
template <class Visit>
void for_each_child(std::uint32_t host, std::uint32_t hosts, Visit visit) {
  const std::uint32_t lowest_bit = host & (~host + 1);  // 0 for the root
  std::uint32_t step = 1;
  while (step != lowest_bit && step < hosts - host) step <<= 1;
  for (step >>= 1; step != 0; step >>= 1) visit(host + step);
}

}  // namespace tarry::runtime::mpi
