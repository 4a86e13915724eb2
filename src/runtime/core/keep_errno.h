// SPDX-License-Identifier: BSD-3-Clause
// Restores the program's errno after work that is not the program's own. Where the runtime records
// events, this is part of OnOwnAccount (on_own_account.h), which also announces such work; it is
// used alone where the work must not be announced.
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
