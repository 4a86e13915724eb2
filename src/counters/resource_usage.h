// SPDX-License-Identifier: BSD-3-Clause
// The resources that the kernel accounts to a thread or process, by getrusage().
#pragma once

#include <sys/resource.h>

#include <cstdint>

#include "counters/catalogue.h"

namespace tarry::counters {

// Returns the value in the counter's own unit: microseconds, KiB, pieces. Thread: any. Signal:
// safe.
inline std::uint64_t usage_value(const rusage& usage, ResourceField field) {
  constexpr std::int64_t kMicroseconds = 1'000'000;
  const auto microseconds = [](const timeval& time) {
    return time.tv_sec * kMicroseconds + time.tv_usec;
  };
  std::int64_t value = 0;
  switch (field) {
    case ResourceField::UserTime:
      value = microseconds(usage.ru_utime);
      break;
    case ResourceField::SystemTime:
      value = microseconds(usage.ru_stime);
      break;
    case ResourceField::LargestResidentSet:
      value = usage.ru_maxrss;
      break;
    case ResourceField::MinorFaults:
      value = usage.ru_minflt;
      break;
    case ResourceField::MajorFaults:
      value = usage.ru_majflt;
      break;
    case ResourceField::BlocksRead:
      value = usage.ru_inblock;
      break;
    case ResourceField::BlocksWritten:
      value = usage.ru_oublock;
      break;
    case ResourceField::VoluntarySwitches:
      value = usage.ru_nvcsw;
      break;
    case ResourceField::InvoluntarySwitches:
      value = usage.ru_nivcsw;
      break;
  }
  return static_cast<std::uint64_t>(value);
}

}  // namespace tarry::counters
