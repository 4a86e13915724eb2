// SPDX-License-Identifier: BSD-3-Clause
// Folds the records of an event log into the call tree of its thread. The result is what the
// converter to OTF2 and the analysis of the trace would compute from the same records, as far as
// one log suffices. It uses no heap, locks, files or system calls, because it may have to run
// anywhere in the program, in its own allocator or in a signal handler. Sources: M. Geimer et al.,
// "The SCALASCA performance toolset architecture", section 5.1; docs/definitions.md, "Call paths"
// and "Time classes".
#pragma once

#include <cstdint>

#include "trace/summary/tree/tree_format.h"

namespace tarry::trace::summary {

// The memory of a tree. `grow` makes `cells` valid for more cells, which may move both, or returns
// false if there is no more memory.
struct Tree {
  TreeState* state = nullptr;
  Node* cells = nullptr;
  std::uint32_t capacity = 0;
  bool (*grow)(Tree& tree) = nullptr;
  const CounterTable* counters = nullptr;  // the process' counters; nullptr: readings are ignored
};

struct TreeLimits {
  std::uint32_t depth = 0;  // depth of call paths, at most kMostDepth
  std::uint32_t paths = 0;  // approximately
};

// Begins an empty tree in memory that is all zeros, with room for the first cells. Thread: owner.
// Signal: safe.
void begin_tree(Tree& tree, std::uint32_t thread, const TreeLimits& limits);

// Folds the complete records in [at, end) and returns where the first incomplete one is, or end.
// Thread: owner. Signal: safe.
const unsigned char* fold_records(Tree& tree, const unsigned char* at, const unsigned char* end);

// Closes everything that is open when the log has ended.
void end_tree(Tree& tree);

// Returns the innermost call path; a fork at this moment belongs to it.
NodeNumber current_node(Tree& tree);

}  // namespace tarry::trace::summary
