// SPDX-License-Identifier: BSD-3-Clause
// Leaves the program's errno as it is around work that is not its own. Where the runtime records
// events it is part of OnOwnAccount (on_own_account.h), which says where such work is; by itself it
// stands where that must not be told.
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
