// SPDX-License-Identifier: BSD-3-Clause
// The proof of having entered an MPI function from the program. MPI libraries call each other's
// entry points (Fortran bindings the C ones, collectives the point-to-point ones); only the
// outermost call is the program's and is recorded.
#pragma once

#include <cerrno>
#include <cstdint>

#include "runtime/core/process.h"

namespace tarry::runtime::core {

// One per interposed function, on the stack, first thing. Keeps errno.
class Entry {
 public:
  Entry() : errno_(errno), outermost_(this_thread.mpi_depth++ == 0) {
    recording_ = outermost_ && recording();
  }
  ~Entry() {
    --this_thread.mpi_depth;
    errno = errno_;
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // The program's own call, and events are recorded.
  explicit operator bool() const { return recording_; }

  // The program's own call, measured or not.
  [[nodiscard]] bool outermost() const { return outermost_; }

  // The program's own call in a measured process, even while paused or stopped: what must be known
  // later, by this process or by others (communicators, requests), is followed then, too.
  [[nodiscard]] bool tracking() const {
    return outermost_ && (measured() || phase() == Phase::Stopped);
  }

 private:
  int errno_;
  bool outermost_;
  bool recording_;
};

}  // namespace tarry::runtime::core
