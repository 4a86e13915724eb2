// SPDX-License-Identifier: BSD-3-Clause
// What the runtime does on its own account leaves the program's errno alone. The hot path does
// nothing that could change it, and the function behind a wrapper may: so it is kept where we
// allocate memory or call MPI or the system, not around the whole of a wrapper.
#pragma once

#include <cerrno>

namespace tarry::runtime::core {

class KeepErrno {
 public:
  KeepErrno() : kept_(errno) {}
  ~KeepErrno() { errno = kept_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int kept_;
};

}  // namespace tarry::runtime::core
