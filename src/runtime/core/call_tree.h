// SPDX-License-Identifier: BSD-3-Clause
// The run-time summary of one log: the file <log>.tree, mapped as a whole. The log's records are
// folded into it when the log's window is full and when its thread ends. The tree belongs to the
// log: a thread that continues the log of an ended thread continues its tree. How records are
// folded: trace/summary/tree/tree_fold.h; reasons: docs/decisions/023-run-time-summary.md.
#pragma once

#include <cstdint>

#include "runtime/core/process_lock.h"
#include "trace/summary/tree/tree_fold.h"

namespace tarry::runtime::core {

struct ThreadState;

struct CallTree {
  trace::summary::Tree tree;  // first, so that the callback that grows it finds the rest
  ProcessLock lock;           // guards the tree; its holder never waits for Process::lock
  std::uint64_t bytes = 0;
  bool is_full = false;  // there was no room for a larger tree
  char path[4500] = {};
};

// Creates the tree of a log that begins. Returns nullptr if there is no room for it; the log is
// then not summarized, and a note says so. Caller: as for thread_log.h.
CallTree* create_call_tree(std::uint32_t thread);

// Folds the content of the window. Caller: as for thread_log.h, or any holder of Process::lock
// after recording has ended.
void fold_window(ThreadState& thread);

// Does the same but releases Process::lock meanwhile: when it returns, other threads may have
// changed everything, and recording may have ended. Caller: the owner.
void fold_window_unlocked(ThreadState& thread);

// Notes that the log has a new or emptied window, of which nothing has been folded yet.
void begin_folding(ThreadState& thread);
// Notes that the content of the window up to the cursor was folded in another place.
void skip_folding(ThreadState& thread);

// Call it when the log has ended or when no thread will write to it any more.
void complete_call_tree(ThreadState& thread);
void unmap_call_tree(CallTree& tree);

// Returns trace::summary::fork_place() of a fork that was just recorded; 0 without a summary.
// Thread: owner, not in a QuietSection. Signal: safe.
std::uint64_t place_of_fork();

}  // namespace tarry::runtime::core
