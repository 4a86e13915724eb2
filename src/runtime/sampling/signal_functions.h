// SPDX-License-Identifier: BSD-3-Clause
// The functions for signals behind our wrappers: operations on our own signal must not pass through
// the wrappers.
#pragma once

#include <signal.h>

#include "runtime/sampling/real_function.h"

namespace tarry::runtime::sampling::real {

extern constinit RealFunction<int(int, const struct sigaction*, struct sigaction*)> sigaction_;
extern constinit RealFunction<int(int, const sigset_t*, sigset_t*)> pthread_sigmask_;

}  // namespace tarry::runtime::sampling::real
