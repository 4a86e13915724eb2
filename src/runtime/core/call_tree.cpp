// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/call_tree.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>

#include "base/experiment_files.h"
#include "runtime/core/arena.h"
#include "runtime/core/counter_choice.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/file_window.h"
#include "runtime/core/poll_streak.h"
#include "runtime/core/process.h"

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kFirstBytes = 64u << 10;

void set_memory(CallTree& tree, std::uint64_t address, std::uint64_t bytes) {
  tree.bytes = bytes;
  tree.tree.state = reinterpret_cast<trace::summary::TreeState*>(address);
  tree.tree.cells = reinterpret_cast<trace::summary::Node*>(address + trace::summary::kStateBytes);
  tree.tree.capacity = static_cast<std::uint32_t>((bytes - trace::summary::kStateBytes) /
                                                  trace::summary::kCellBytes);
}

// Doubles the tree in memory and in the file. After a failure it does not try again.
bool grow(trace::summary::Tree& grown) {
  CallTree& tree = reinterpret_cast<CallTree&>(grown);
  if (tree.is_full) return false;
  tree.is_full = true;
  const std::uint64_t bytes = 2 * tree.bytes;
  const int file = open(tree.path, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  const int error = reserve_range(file, tree.bytes, bytes - tree.bytes);
  close(file);
  if (error != 0) return false;
  void* const moved = mremap(tree.tree.state, tree.bytes, bytes, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return false;
  set_memory(tree, reinterpret_cast<std::uint64_t>(moved), bytes);
  tree.is_full = false;
  return true;
}

// Returns 0 and sets errno if the file cannot be made.
std::uint64_t map_new_file(const char* path) {
  const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (file < 0) return 0;
  int error = reserve_range(file, 0, kFirstBytes);
  const std::uint64_t address = error == 0 ? map_range(file, 0, kFirstBytes) : 0;
  if (error == 0 && address == 0) error = errno;
  close(file);
  if (address == 0) unlink(path);
  errno = error;
  return address;
}

std::uint64_t windows_of(const LogWriter& log) {
  return log.header()->windows + log.header()->emptied;
}

void fold(CallTree& tree, const ThreadState& thread) {
  trace::summary::TreeState& state = *tree.tree.state;
  const auto* const window = reinterpret_cast<const unsigned char*>(thread.log.window_begin());
  const auto* const end = reinterpret_cast<const unsigned char*>(thread.cursor);
  if (state.windows != windows_of(thread.log)) state.offset = 0;
  state.windows = windows_of(thread.log);
  state.complete = 0;
  if (window + state.offset > end) return;
  const unsigned char* const at =
      trace::summary::fold_records(tree.tree, window + state.offset, end);
  tree.tree.state->offset = static_cast<std::uint64_t>(at - window);
}

}  // namespace

CallTree* create_call_tree(std::uint32_t thread) {
  if (!process.settings.profile) return nullptr;
  void* const memory = allocate_for_good(sizeof(CallTree));
  CallTree* const tree = memory == nullptr ? nullptr : new (memory) CallTree;
  if (tree != nullptr)
    std::snprintf(tree->path, sizeof tree->path, "%s/%s%u%s", process.directory,
                  base::kThreadPrefix, thread, base::kCallTreeEnding);
  const std::uint64_t address = tree == nullptr ? 0 : map_new_file(tree->path);
  if (address == 0) {
    note("a thread is not in the run-time summary: there was no room for it");
    return nullptr;
  }
  set_memory(*tree, address, kFirstBytes);
  tree->tree.grow = grow;
  tree->tree.counters = &counter_table();
  trace::summary::begin_tree(tree->tree, thread,
                             {process.settings.profile_depth, process.settings.profile_paths});
  trace::summary::TreeState& state = *tree->tree.state;
  state.tick_base = process_clock.base;
  state.clock = process_clock.source;
  state.begin = state.latest = process.begin;
  return tree;
}

void fold_window(ThreadState& thread) {
  if (thread.call_tree == nullptr || thread.log.header() == nullptr) return;
  if (thread.polls.end != 0) end_streak(thread, now());
  thread.call_tree->lock.lock();
  fold(*thread.call_tree, thread);
  thread.call_tree->lock.unlock();
}

void fold_window_unlocked(ThreadState& thread) {
  if (thread.call_tree == nullptr) return;
  CallTree& tree = *thread.call_tree;
  tree.lock.lock();
  process.lock.unlock();
  fold(tree, thread);
  tree.tree.state->latest = read_clocks();
  tree.lock.unlock();
  process.lock.lock();
}

void begin_folding(ThreadState& thread) {
  if (thread.call_tree == nullptr) return;
  thread.call_tree->tree.state->windows = windows_of(thread.log);
  thread.call_tree->tree.state->offset = 0;
}

void skip_folding(ThreadState& thread) {
  if (thread.call_tree == nullptr) return;
  thread.call_tree->tree.state->offset = thread.cursor - thread.log.window_begin();
}

void complete_call_tree(ThreadState& thread) {
  if (thread.call_tree == nullptr) return;
  fold_window(thread);
  thread.call_tree->tree.state->latest = read_clocks();
  thread.call_tree->tree.state->complete = 1;
}

void unmap_call_tree(CallTree& tree) {
  munmap(tree.tree.state, tree.bytes);
  tree.tree = {};
}

std::uint64_t place_of_fork() {
  ThreadState& thread = this_thread;
  if (thread.call_tree == nullptr || thread.quiet_depth != 0) return 0;
  const QuietSection quiet;
  if (thread.log.header() == nullptr || phase() != Phase::Recording) return 0;
  fold_window(thread);
  return trace::summary::fork_place(thread.log.header()->thread,
                                    trace::summary::current_node(thread.call_tree->tree));
}

}  // namespace tarry::runtime::core
