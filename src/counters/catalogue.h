// SPDX-License-Identifier: BSD-3-Clause
// The counters that Linux itself has: those of perf_event_open() and of getrusage(). What PAPI has
// is asked of PAPI (papi.h). Names are those of the `perf` tool and of the fields of rusage.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/counter.h"

namespace tarry::counters {

// What is read with one call of the system or library, for one thread.
enum class Source : std::uint8_t { PerfSoftware, PerfHardware, ResourceUsage, Papi };
inline constexpr unsigned kSources = 4;

// "perf", "rusage", "papi".
std::string_view kind_name(Source source);

struct KnownCounter {
  Source source{};
  const char* name = "";
  const char* unit = "";
  const char* description = "";
  std::int8_t exponent = 0;  // a value stands for value * base^exponent units
  bool has_binary_base = false;
  bool only_of_process = false;  // the same for all its threads
  bool needs_kernel = false;     // of perf: happens there, and is not seen where that is forbidden
  std::uint64_t code = 0;        // of perf: PERF_COUNT_*; of rusage: ResourceField
};

// In the order of the enumerators, that of the fields of rusage.
enum class ResourceField : std::uint8_t {
  UserTime,
  SystemTime,
  LargestResidentSet,
  MinorFaults,
  MajorFaults,
  BlocksRead,
  BlocksWritten,
  VoluntarySwitches,
  InvoluntarySwitches,
};

// Those of perf first, both sources together, then those of rusage.
std::span<const KnownCounter> known_counters();

// nullptr if there is none. Thread: any. Signal: safe.
const KnownCounter* find_counter(std::string_view name);

}  // namespace tarry::counters
