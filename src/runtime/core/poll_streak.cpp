// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/poll_streak.h"

#include <sys/resource.h>

namespace tarry::runtime::core {

bool has_lost_core(PollHistory& history) {
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return false;
  const auto before = history.switches;
  history.switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  return history.switches != before;
}

}  // namespace tarry::runtime::core
