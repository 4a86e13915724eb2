// SPDX-License-Identifier: BSD-3-Clause
// The proof of having entered an MPI function from the program. MPI libraries call each other's
// entry points (Fortran bindings the C ones, collectives the point-to-point ones); only the
// outermost call is the program's and is recorded.
//
// A call may never return: an exception thrown by an error handler unwinds it, and runs our
// destructors; longjmp does not. So a thread does not count its calls but remembers where on its
// stack the outermost one is. A call that begins there or further up shows that it is gone.
#pragma once

#include <cstdint>

#include "runtime/core/process.h"
#include "runtime/core/recording_windows.h"
#include "runtime/core/stack_order.h"

namespace tarry::runtime::core {

// The outermost call of this thread was left by a jump: closes its region.
[[gnu::cold, gnu::noinline]] void close_abandoned_call();

// Passes a border of the filter's times, if there is one.
[[gnu::cold, gnu::noinline]] void look_for_border();

// One per interposed function, on the stack, first thing: in that function or in one that is always
// inlined into it, so that `caller` is where it returns to and `frame` where its frame begins.
class Entry {
 public:
  // `selected`: the user wants records of this function.
  explicit Entry(bool selected = true, const void* caller = __builtin_return_address(0),
                 const void* frame = __builtin_dwarf_cfa(),
                 const void* frame_pointer = __builtin_frame_address(0))
      : caller_(caller), frame_(frame), frame_pointer_(frame_pointer), selected_(selected) {
    const auto here = reinterpret_cast<std::uintptr_t>(this);
    const std::uintptr_t outer = this_thread.mpi_call;
    outermost_ = is_over(outer, here);
    if (outermost_) {
      if (outer != 0) [[unlikely]]
        close_abandoned_call();
      this_thread.mpi_call = here;
    }
    // Here, so that a call lies on one side of a border as a whole.
    if (outermost_ && may_be_at_border()) [[unlikely]]
      look_for_border();
    recording_ = outermost_ && selected && recording();
  }
  ~Entry() {
    if (outermost_) this_thread.mpi_call = 0;
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // The program's own call, and events are recorded.
  explicit operator bool() const { return recording_; }

  // The program's own call, measured or not.
  [[nodiscard]] bool outermost() const { return outermost_; }

  // The program's own call in a pause that began before it: what it exchanges is counted.
  [[nodiscard]] bool unrecorded() const {
    return outermost_ && selected_ && !recording_ && measured();
  }

  // Not left out by --mpi-groups. If it is, its call leaves no records, as if there was none; what
  // must be known later is followed all the same.
  [[nodiscard]] bool selected() const { return selected_; }

  // Where the function returns to.
  [[nodiscard]] const void* caller() const { return caller_; }
  // The canonical frame address (DWARF) of the function.
  [[nodiscard]] const void* frame() const { return frame_; }

  // Where the function has kept its caller's frame pointer, on processors that keep it there.
  [[nodiscard]] const void* frame_pointer() const { return frame_pointer_; }

  // The program's own call in a measured process, even while paused or stopped: what must be known
  // later, by this process or by others (communicators, requests), is followed then, too.
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
