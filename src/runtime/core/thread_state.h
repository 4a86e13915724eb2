// SPDX-License-Identifier: BSD-3-Clause
// The state of the calling thread: one trivially destructible struct without dynamic
// initialization. An event finds it without a guard, a lock or a function call, even before the
// first constructor and after the last destructor.
//
// `limit` decides everything on the hot path: it is 0 whenever an event cannot simply be stored
// (nothing begun yet, paused, stopped, in a forked child), and then the slow path finds out why.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/log_writer.h"
#include "runtime/core/paused_regions.h"

namespace tarry::runtime::stacks {
struct ThreadStack;
}

namespace tarry::runtime::core {

struct CallTree;
struct ThreadCounters;
struct ThreadSwitches;

// The counter of written bytes for a thread that has no ring of switches.
inline constexpr unsigned long long kNoSwitches = 0;

// Calls of functions that the adaptive filter has excluded (adaptive_filter.h).
struct ShortCalls {
  std::atomic<std::uint64_t> count{0};  // other threads read it
  std::uint32_t until_look = 1;         // calls until a visit is timed
  std::uint64_t watched = 0;            // address of the function whose visit is timed, or 0
  std::uint64_t watched_since = 0;      // ticks
  std::uint64_t suspect = 0;            // address of a function that took long, or 0
  std::uint32_t long_visits = 0;        // number of long visits of the suspect
  std::uint32_t short_visits = 0;
  // These decide how many windows of the log are examined: adaptive_filter.cpp.
  std::uint32_t windows_to_skip = 0;
  std::uint32_t windows_skipped = 0;
};

// A word of the stack and the value that it must have for the call stack to be the same.
struct StackWord {
  std::uint64_t address;
  std::uint64_t value;
};

// Calls of MPI that share one enter and leave (poll_streak.h). The members that the next call of a
// streak looks at come first.
struct PollStreak {
  std::uint64_t end = 0;         // address behind the leave; 0: there is no streak
  const void* caller = nullptr;  // return address of the call
  const void* repeated =
      nullptr;  // its frame if repeated_streak() suffices for the next call, or null
  std::uint32_t call = 0;
  std::uint32_t unloadings = 0;      // count of unloaded objects that the words below belong to
  std::uint32_t until_measured = 0;  // calls before the next measured one
  bool needs_rbp = false;            // the caller's rbp must be the one below
  bool has_own_region = false;       // the region follows from call, caller and stack
  const StackWord* words = nullptr;  // the words that must be the same
  const StackWord* words_end = nullptr;
  std::uint64_t added_time =
      0;  // of an unmeasured call, in the units of the first word of a record

  std::uint64_t rbp = 0;
  const void* frame = nullptr;  // frame of the call
  std::uint32_t region = 0;
  std::uint32_t unmeasured_at_most = 0;  // value of until_measured after the last measured call
  std::uint32_t settled = 0;             // value of until_measured when times were last added
  std::uint64_t begin = 0;               // ticks of the enter
  std::uint64_t last = 0;                // ticks at which the last measured call ended
  std::uint64_t measured = 0;            // calls, and the ticks in them
  std::uint64_t measured_ticks = 0;
  std::uint64_t average = 0;  // ticks of a call
  std::uint64_t period = 0;   // ticks from call to call
};

// What a thread knows about all its streaks.
struct PollHistory {
  // Ticks of all streaks, and those among them of which nobody knows whether a call took them.
  std::uint64_t seen = 0;
  std::uint64_t unexplained = 0;
  std::uint64_t switches = 0;  // how often the thread had lost its core when this was last asked
  // Something was recorded during a call of a streak: there will be no more streaks.
  bool is_given_up = false;
};

struct ThreadState {
  std::uint64_t cursor = 0;  // address of the next free unit of the log's window
  // The address behind the window, or 0. Other threads may set it to 0.
  std::atomic<std::uint64_t> limit{0};
  // An MPI call that ends with the cursor at or behind this address drains the log (drain.h). Other
  // threads may set it to 0.
  std::atomic<std::uint64_t> drain_from{kNever};
  // Ticks of the first MPI call since the last draining. Other threads read it.
  std::atomic<std::uint64_t> calls_since{kNever};
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  // A call that ends when the kernel's count has reached `switches_due` empties the ring
  // (switches.h).
  const volatile unsigned long long* switches_head = &kNoSwitches;
  std::atomic<std::uint64_t> switches_due{kNever};
  ThreadSwitches* switches = nullptr;
  ThreadCounters* counters = nullptr;  // read at enters and leaves (counters.h), if there are any
  PollStreak polls;
  PollStreak other_polls;  // another streak right before it, with calls in turn; else its end is 0
  PollHistory poll_history;
  std::uint32_t writing = 0;  // records reserved but not complete: 1, or more in signal handlers

  static constexpr std::uint32_t kNoRegion = ~0u;
  std::uint32_t mpi_region = kNoRegion;  // region of the MPI call that is entered and not left
  std::uintptr_t mpi_call = 0;           // address of its frame on the stack; 0 outside of MPI

  std::uint32_t quiet_depth = 0;  // number of QuietSections; while not 0, events are not recorded
  std::uint32_t pauses_seen = 0;  // value of Process::pauses that this log has caught up with
  std::uint64_t not_before = 0;  // ticks of the last record that store() wrote, or of a flush's end
  bool off_noted = false;        // the log says that recording is off
  bool began = false;            // has been given a log or was refused one
  bool finished = false;
  bool is_openmp = false;   // made by the OpenMP runtime
  bool is_forking = false;  // the OpenMP runtime is creating a team: new threads are its own
  bool is_foreign = false;  // made by a library for itself: its thread operations are not recorded
  std::uint32_t created = 0;  // number of this thread among those that the program creates, or 0
  std::uint64_t forks = 0;    // teams forked in this log
  std::uint64_t tasks = 0;    // tasks created in this log
  int papi_set = -1;          // counts for this thread, or -1
  ShortCalls short_calls;
  std::uint32_t regions_open = 0;        // open regions without those of MPI
  stacks::ThreadStack* stack = nullptr;  // stack of its last call, if stacks are taken
  unsigned exit_rounds = 0;              // passes of thread-specific destructors seen
  LogWriter log;
  CallTree* call_tree = nullptr;  // tree of the log; with --profile
  PausedRegions paused_regions;   // valid as long as `off_noted`
  ThreadState* next = nullptr;    // next thread that has a log; guarded by Process::lock
};

extern constinit thread_local ThreadState this_thread;

}  // namespace tarry::runtime::core
