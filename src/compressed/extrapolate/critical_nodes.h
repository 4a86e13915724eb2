// SPDX-License-Identifier: BSD-3-Clause
// The extents of a grid from groups of ranks that talk to the same relative peers. Row-major
// numbering makes the groups repeat: the sequence of the groups of all ranks is a loop. The groups
// with one member in each pass of it are critical, and the distances of their members are the
// extents.
//
// The rule fails for extents of 3, whose inner ranks are as few as the corners. Topologies are
// therefore found by trying them (topology.h); this rule chooses between those that explain a
// trace.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compressed/extrapolate/grid.h"

namespace tarry::compressed {

struct CriticalNodes {
  std::uint32_t loop_length = 0;           // ranks in the repeating part of the sequence
  std::vector<std::uint32_t> group_sizes;  // by group, in the order of their lowest rank
  std::vector<std::uint32_t> nodes;        // members of critical groups, ascending
};

// `groups` has the number of the group of each rank. Thread: any.
CriticalNodes critical_nodes(std::span<const std::uint32_t> groups);

// Returns nothing if the critical nodes do not make extents whose product is the number of ranks.
std::optional<Extents> extents_by_critical_nodes(std::span<const std::uint32_t> groups,
                                                 unsigned dimensions);

}  // namespace tarry::compressed
