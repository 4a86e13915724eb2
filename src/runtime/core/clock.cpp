// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/clock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace tarry::runtime::core {
namespace {

// The kernel watches the counters of all cores and falls back to a slow device if they disagree.
// That verdict is worth more than the processor's own claim.
bool kernel_distrusts_counter() {
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                        O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char name[32] = {};
  const ssize_t length = read(file, name, sizeof name - 1);
  close(file);
  if (length <= 0) return false;
  for (const char* slow : {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"})
    if (std::strncmp(name, slow, std::strlen(slow)) == 0) return true;
  return false;
}

}  // namespace

constinit Clock process_clock;

ClockSource clock_source(trace::eventlog::ClockChoice choice) {
  using trace::eventlog::ClockChoice;
  const bool counter = choice != ClockChoice::Monotonic && base::cycle_counter_is_invariant() &&
                       (choice == ClockChoice::Tsc || !kernel_distrusts_counter());
  return counter ? ClockSource::Tsc : ClockSource::MonotonicRaw;
}

ClockReading start_clock(trace::eventlog::ClockChoice choice) {
  process_clock.source = clock_source(choice);
  const ClockReading begin = read_clocks();
  process_clock.base = begin.ticks;
  return begin;
}

}  // namespace tarry::runtime::core
