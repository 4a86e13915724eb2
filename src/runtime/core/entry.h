// SPDX-License-Identifier: BSD-3-Clause
// The proof of having entered an MPI function from the program. MPI libraries call each other's
// entry points (Fortran bindings the C ones, collectives the point-to-point ones); only the
// outermost call is the program's and is recorded.
//
// A call may never return: an exception thrown by an error handler unwinds it and runs our
// destructors; longjmp does not. So a thread does not count its calls but remembers where on its
// stack the frame of the outermost one is. If a call begins at that place or further out, the
// remembered call is gone.
#pragma once

#include <cstdint>

#include "runtime/core/process.h"
#include "runtime/core/recording_windows.h"
#include "runtime/core/stack_order.h"

namespace tarry::runtime::core {

// Closes the region of the thread's outermost call, which was left by a jump.
[[gnu::cold, gnu::noinline]] void close_abandoned_call();

// Checks whether a border of the filter's time windows has been passed.
[[gnu::cold, gnu::noinline]] void look_for_border();

// What an Entry keeps of a function's frame; `frame_pointer` is where it has saved its caller's.
struct CallPlace {
  const void* caller;
  const void* frame;
  const void* frame_pointer;
};

// Stands for an Entry around a real call that leaves no records, where the thread is in no call of
// MPI.
class InCall {
 public:
  [[gnu::always_inline]] InCall(ThreadState& thread, const void* frame) : thread_(thread) {
    thread.mpi_call = reinterpret_cast<std::uintptr_t>(frame);
  }
  [[gnu::always_inline]] ~InCall() { thread_.mpi_call = 0; }
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

 private:
  ThreadState& thread_;
};

// Each interposed function has one on its stack, constructed first, in the function itself or in
// one that is always inlined into it; so `caller` is the function's return address, and `frame` is
// where its frame begins.
class Entry {
 public:
  // `selected`: the user wants records of this function.
  [[gnu::always_inline]] explicit Entry(bool selected = true,
                                        const void* caller = __builtin_return_address(0),
                                        const void* frame = __builtin_dwarf_cfa(),
                                        const void* frame_pointer = __builtin_frame_address(0))
      : caller_(caller), frame_(frame), frame_pointer_(frame_pointer), selected_(selected) {
    const auto here = reinterpret_cast<std::uintptr_t>(frame);
    const std::uintptr_t outer = this_thread.mpi_call;
    outermost_ = is_over(outer, here);
    if (outermost_) {
      if (outer != 0) [[unlikely]]
        close_abandoned_call();
      this_thread.mpi_call = here;
    }
    // The check is done here so that a call lies entirely on one side of a border.
    if (outermost_ && may_be_at_border()) [[unlikely]]
      look_for_border();
    recording_ = outermost_ && selected && recording();
  }
  // Goes on with a call of the program that an InCall has seen until now.
  Entry(bool selected, bool recording, const CallPlace& place)
      : caller_(place.caller),
        frame_(place.frame),
        frame_pointer_(place.frame_pointer),
        selected_(selected),
        outermost_(true),
        recording_(recording) {
    this_thread.mpi_call = reinterpret_cast<std::uintptr_t>(place.frame);
  }
  [[gnu::always_inline]] ~Entry() {
    if (outermost_) this_thread.mpi_call = 0;
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // Returns true in the program's own call while events are recorded.
  explicit operator bool() const { return recording_; }

  // Returns true in the program's own call, measured or not.
  [[nodiscard]] bool outermost() const { return outermost_; }

  // Returns true in the program's own call during a pause that began before it: what it exchanges
  // is counted.
  [[nodiscard]] bool unrecorded() const {
    return outermost_ && selected_ && !recording_ && measured();
  }

  // Returns false if --mpi-groups excludes this call: it leaves no records, but state that is
  // needed later (requests, communicators) is still tracked.
  [[nodiscard]] bool selected() const { return selected_; }

  // Returns the return address of the function.
  [[nodiscard]] const void* caller() const { return caller_; }
  // Returns the function's canonical frame address (DWARF).
  [[nodiscard]] const void* frame() const { return frame_; }

  // Returns where the function has saved its caller's frame pointer, on processors where it does.
  [[nodiscard]] const void* frame_pointer() const { return frame_pointer_; }

  // Returns true in the program's own call in a measured process, even while paused or stopped:
  // state that this or other processes need later (communicators, requests) is tracked then, too.
  [[nodiscard]] bool tracking() const {
    return outermost_ && (measured() || phase() == Phase::Stopped);
  }

 private:
  const void* caller_;
  const void* frame_;
  const void* frame_pointer_;
  bool selected_;
  bool outermost_;
  bool recording_;
};

}  // namespace tarry::runtime::core
