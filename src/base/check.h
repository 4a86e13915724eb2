// SPDX-License-Identifier: BSD-3-Clause
// CHECK states what must hold if our own code is right, in release builds too. It is only for our
// bugs: everything that input can cause is a Result or an anomaly. The tools end with the message
// and abort(); the injected runtime does not use it (it stops recording instead).
#pragma once

namespace tarry::base {

[[noreturn]] void check_failed(const char* condition, const char* message, const char* file,
                               int line);

}  // namespace tarry::base

#define CHECK(condition, message) \
  (static_cast<bool>(condition)   \
       ? void(0)                  \
       : ::tarry::base::check_failed(#condition, message, __FILE__, __LINE__))
