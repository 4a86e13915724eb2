// SPDX-License-Identifier: BSD-3-Clause
// The counters that Linux itself has: those of perf_event_open() and of getrusage(). Counters of
// PAPI are found by asking PAPI (papi.h). Names are those of the `perf` tool and of the fields of
// rusage.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/counter.h"

namespace tarry::counters {

// A group of counters that one call of the system or library reads, for one thread.
enum class Source : std::uint8_t { PerfSoftware, PerfHardware, ResourceUsage, Papi };
inline constexpr unsigned kSources = 4;

// Returns "perf", "rusage" or "papi".
std::string_view kind_name(Source source);

struct KnownCounter {
  Source source{};
  const char* name = "";
  const char* unit = "";
  const char* description = "";
  std::int8_t exponent = 0;  // a value stands for value * base^exponent units
  bool has_binary_base = false;
  bool only_of_process = false;  // it is the same for all threads of the process
  bool needs_kernel = false;     // perf: in the kernel, and invisible where that is forbidden
  std::uint64_t code = 0;        // perf: PERF_COUNT_*; rusage: ResourceField
};

// Fields of rusage in their own order.
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

// Returns the counters of perf, both sources together, then those of rusage.
std::span<const KnownCounter> known_counters();

// Returns nullptr if there is none. Thread: any. Signal: safe.
const KnownCounter* find_counter(std::string_view name);

}  // namespace tarry::counters
