// SPDX-License-Identifier: BSD-3-Clause
#include "code/function_graph.h"

#include <algorithm>

namespace tarry::code {

std::uint32_t FunctionGraph::block_at(Address address) const {
  const auto next = std::upper_bound(blocks.begin(), blocks.end(), address,
                                     [](Address a, const Block& block) { return a < block.begin; });
  if (next == blocks.begin() || address >= (next - 1)->end) return kNone;
  return static_cast<std::uint32_t>(next - 1 - blocks.begin());
}

std::vector<std::vector<std::uint32_t>> FunctionGraph::predecessors() const {
  std::vector<std::vector<std::uint32_t>> made(blocks.size());
  for (std::uint32_t at = 0; at < blocks.size(); ++at)
    for (const std::uint32_t next : blocks[at].successors) made[next].push_back(at);
  return made;
}

}  // namespace tarry::code
