// SPDX-License-Identifier: BSD-3-Clause
// The object that takes the samples of one thread: its files, its call path and its timer. It has
// memory of its own, because the handler runs on whichever stack the thread is on.
#pragma once

#include <limits.h>
#include <sys/ucontext.h>
#include <time.h>

#include <atomic>
#include <cstdint>

#include "runtime/sampling/call_counts.h"
#include "runtime/sampling/call_path.h"
#include "runtime/sampling/path_tree.h"
#include "runtime/sampling/record_file.h"
#include "runtime/unwinding/rules_cache.h"

namespace tarry::runtime::sampling {

// The state of the function that a signal handler has interrupted.
struct Interrupted {
  FrameState leaf;
  Registers registers;
};
Interrupted interrupted_at(const ucontext_t& context);

// Stored by a thread before a call that may wait in the kernel (waiting.h).
struct Waiting {
  WaitingCall call;
  std::uint64_t since_ns = 0;
};

// A zero-initialized sampler has no files yet.
struct Sampler {
  // Members without a remark belong to the owner and its signal handler.
  Sampler* next = nullptr;  // next one of the process; guarded by its lock
  bool is_idle = false;     // its thread has ended, another one may use it; guarded by the lock
  std::uint32_t number = 0;
  StackRange stack;
  timer_t timer{};
  std::atomic<bool> has_timer{false};  // the thread that clears it deletes the timer
  std::uint64_t last_ns = 0;           // time of the last record since the begin
  std::uint64_t last_calls = 0;        // tarry_mpi_calls at the last record
  std::uint64_t lived_to_ns = 0;       // since the begin; the thread's life is counted up to there
  Waiting waiting;

  RecordFile records;
  PathTree paths;
  CallPath path;
  RulesCache cache;
  char records_path[PATH_MAX + 64];
  char paths_path[PATH_MAX + 64];
};

// Counts the life of the thread up to `now_ns` since the begin, of which sampling takes a share.
// Thread: owner. Signal: safe, with samples blocked or in their handler.
inline void count_life(Sampler& sampler, std::uint64_t now_ns) {
  sampler.records.header()->lived_ns += now_ns - sampler.lived_to_ns;
  sampler.lived_to_ns = now_ns;
}

// Takes a sample from the context of a signal handler. `own_account` is as in OtherWork. Returns
// the errno value if it could not be stored. Thread: owner. Signal: in the handler alone.
int take_sample(Sampler& sampler, const ucontext_t& context, std::uint64_t own_account,
                std::uint64_t now_ns);

}  // namespace tarry::runtime::sampling
