// SPDX-License-Identifier: BSD-3-Clause
// The run-time summary of one log: the file <log>.tree, mapped as a whole, into which the log's
// records are folded when its window is full and when its thread ends. It belongs to the log: a
// thread that goes on with the log of an ended one goes on with its tree. How records are folded:
// trace/summary/tree/tree_fold.h; reasons: docs/decisions/023-run-time-summary.md.
#pragma once

#include <cstdint>

#include "runtime/core/process_lock.h"
#include "trace/summary/tree/tree_fold.h"

namespace tarry::runtime::core {

struct ThreadState;

struct CallTree {
  trace::summary::Tree tree;  // first: who grows it finds the rest behind
  ProcessLock lock;           // of the tree; its holder never waits for Process::lock
  std::uint64_t bytes = 0;
  bool is_full = false;  // there was no room for a larger one
  char path[4500] = {};
};

// For a log that begins. nullptr if there is no room for one: the log is then not summarised, and a
// note says so. Caller: as for thread_log.h.
CallTree* create_call_tree(std::uint32_t thread);

// Folds what the window holds. Caller: as for thread_log.h, or anybody who holds Process::lock
// after recording has ended.
void fold_window(ThreadState& thread);

// The same, but for other threads Process::lock is free meanwhile: on return everything may have
// happened, the end of the recording included. Caller: the owner.
void fold_window_unlocked(ThreadState& thread);

// The window is another one or begins anew: nothing of it has been folded yet.
void begin_folding(ThreadState& thread);
// What the window holds up to the cursor has been folded, at another place.
void skip_folding(ThreadState& thread);

// The log has ended, or nobody will write to it any more.
void complete_call_tree(ThreadState& thread);
void unmap_call_tree(CallTree& tree);

// trace::summary::fork_place() of a fork that was just recorded; 0 without a summary. Thread:
// owner, not in a QuietSection. Signal: safe.
std::uint64_t place_of_fork();

}  // namespace tarry::runtime::core
