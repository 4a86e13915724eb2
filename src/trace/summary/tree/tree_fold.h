// SPDX-License-Identifier: BSD-3-Clause
// Folds the records of an event log into the call tree of its thread: what the converter to OTF2
// and the analysis of the trace would make of the same records, as far as one log alone tells.
// Without heap, locks, files or calls of the system, because it may have to be done anywhere in the
// program, in its own allocator or in a signal handler. Source: M. Geimer et al., "The SCALASCA
// performance toolset architecture", section 5.1. Definitions: docs/definitions.md, "Call paths"
// and "Time classes".
#pragma once

#include <cstdint>

#include "trace/summary/tree/tree_format.h"

namespace tarry::trace::summary {

// Memory of a tree. `grow` makes `cells` valid for more of them, which may move both, or says that
// there is no more.
struct Tree {
  TreeState* state = nullptr;
  Node* cells = nullptr;
  std::uint32_t capacity = 0;
  bool (*grow)(Tree& tree) = nullptr;
  const CounterTable* counters = nullptr;  // of the process; nullptr: readings are not known
};

struct TreeLimits {
  std::uint32_t depth = 0;  // of call paths, at most kMostDepth
  std::uint32_t paths = 0;  // about
};

// An empty tree in memory that is all zeros, with room for the first cells.
// Thread: owner. Signal: safe.
void begin_tree(Tree& tree, std::uint32_t thread, const TreeLimits& limits);

// Folds the complete records in [at, end) and returns where the first incomplete one is, or end.
// Thread: owner. Signal: safe.
const unsigned char* fold_records(Tree& tree, const unsigned char* at, const unsigned char* end);

// The log has ended: closes what is open.
void end_tree(Tree& tree);

// The call path that the time is charged to: that of a fork that happens now.
NodeNumber current_node(Tree& tree);

}  // namespace tarry::trace::summary
