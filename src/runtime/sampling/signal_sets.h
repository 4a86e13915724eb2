// SPDX-License-Identifier: BSD-3-Clause
// Sets of signals with and without the signal of the samples.
#pragma once

#include <signal.h>

#include "runtime/sampling/session.h"

namespace tarry::runtime::sampling {

inline sigset_t without_samples(sigset_t set) {
  sigdelset(&set, sample_signal());
  return set;
}

inline sigset_t with_samples(sigset_t set) {
  sigaddset(&set, sample_signal());
  return set;
}

}  // namespace tarry::runtime::sampling
