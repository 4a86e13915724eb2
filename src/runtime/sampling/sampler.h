// SPDX-License-Identifier: BSD-3-Clause
// What takes the samples of one thread: its files, its call path and its timer. In memory of its
// own, because the handler runs on whatever stack the thread is on.
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

// What a signal handler finds of the function that it has interrupted.
struct Interrupted {
  FrameState leaf;
  Registers registers;
};
Interrupted interrupted_at(const ucontext_t& context);

// Left by a thread in front of a call that may wait in the kernel (waiting.h).
struct Waiting {
  WaitingCall call;
  std::uint64_t since_ns = 0;
};

// Of zeros it is one that has no files yet.
struct Sampler {
  // The rest is the owner's, and its signal handler's.
  Sampler* next = nullptr;  // of those of the process; guarded by its lock
  bool is_idle = false;     // its thread has ended, another one may go on; guarded as well
  std::uint32_t number = 0;
  StackRange stack;
  timer_t timer{};
  std::atomic<bool> has_timer{false};  // whoever clears it deletes the timer
  std::uint64_t last_ns = 0;           // of the last record, since the begin
  std::uint64_t last_calls = 0;        // tarry_mpi_calls at the last record
  std::uint64_t lived_to_ns = 0;       // since the begin; up to there its life is counted
  Waiting waiting;

  RecordFile records;
  PathTree paths;
  CallPath path;
  RulesCache cache;
  char records_path[PATH_MAX + 64];
  char paths_path[PATH_MAX + 64];
};

// Counts the life of the thread up to `now_ns` since the begin, for the share of it that sampling
// takes. Thread: owner. Signal: safe, with samples blocked or in their handler.
inline void count_life(Sampler& sampler, std::uint64_t now_ns) {
  sampler.records.header()->lived_ns += now_ns - sampler.lived_to_ns;
  sampler.lived_to_ns = now_ns;
}

// Takes one: from the context of a signal handler. `own_account`: as of OtherWork. Returns the
// errno value if it could not be stored. Thread: owner. Signal: in the handler alone.
int take_sample(Sampler& sampler, const ucontext_t& context, std::uint64_t own_account,
                std::uint64_t now_ns);

}  // namespace tarry::runtime::sampling
