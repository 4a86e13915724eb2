// SPDX-License-Identifier: BSD-3-Clause
#include "counters/catalogue.h"

#include <linux/perf_event.h>

namespace tarry::counters {
namespace {

constexpr std::uint64_t code(ResourceField field) { return static_cast<std::uint64_t>(field); }

constexpr KnownCounter kKnown[] = {
    {.source = Source::PerfSoftware,
     .name = "task-clock",
     .unit = "s",
     .description = "Time that the thread had a processor",
     .exponent = -9,
     .code = PERF_COUNT_SW_TASK_CLOCK},
    {.source = Source::PerfSoftware,
     .name = "cpu-clock",
     .unit = "s",
     .description = "Time that the thread had a processor, by that processor's clock",
     .exponent = -9,
     .code = PERF_COUNT_SW_CPU_CLOCK},
    {.source = Source::PerfSoftware,
     .name = "page-faults",
     .unit = "#",
     .description = "Page faults, minor and major",
     .code = PERF_COUNT_SW_PAGE_FAULTS},
    {.source = Source::PerfSoftware,
     .name = "minor-faults",
     .unit = "#",
     .description = "Page faults without reading from disk",
     .code = PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {.source = Source::PerfSoftware,
     .name = "major-faults",
     .unit = "#",
     .description = "Page faults that read from disk",
     .code = PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {.source = Source::PerfSoftware,
     .name = "context-switches",
     .unit = "#",
     .description = "Times that the processor was given to another thread",
     .needs_kernel = true,
     .code = PERF_COUNT_SW_CONTEXT_SWITCHES},
    {.source = Source::PerfSoftware,
     .name = "cpu-migrations",
     .unit = "#",
     .description = "Moves to another processor",
     .needs_kernel = true,
     .code = PERF_COUNT_SW_CPU_MIGRATIONS},
    {.source = Source::PerfHardware,
     .name = "instructions",
     .unit = "#",
     .description = "Instructions that were executed, outside of the kernel",
     .code = PERF_COUNT_HW_INSTRUCTIONS},
    {.source = Source::PerfHardware,
     .name = "cycles",
     .unit = "#",
     .description = "Cycles of the processor, outside of the kernel",
     .code = PERF_COUNT_HW_CPU_CYCLES},
    {.source = Source::PerfHardware,
     .name = "ref-cycles",
     .unit = "#",
     .description = "Cycles at the processor's nominal frequency, outside of the kernel",
     .code = PERF_COUNT_HW_REF_CPU_CYCLES},
    {.source = Source::PerfHardware,
     .name = "cache-references",
     .unit = "#",
     .description = "Accesses to the last cache, outside of the kernel",
     .code = PERF_COUNT_HW_CACHE_REFERENCES},
    {.source = Source::PerfHardware,
     .name = "cache-misses",
     .unit = "#",
     .description = "Accesses that the last cache could not serve, outside of the kernel",
     .code = PERF_COUNT_HW_CACHE_MISSES},
    {.source = Source::PerfHardware,
     .name = "branches",
     .unit = "#",
     .description = "Branches that were executed, outside of the kernel",
     .code = PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {.source = Source::PerfHardware,
     .name = "branch-misses",
     .unit = "#",
     .description = "Branches that were predicted wrongly, outside of the kernel",
     .code = PERF_COUNT_HW_BRANCH_MISSES},
    {.source = Source::ResourceUsage,
     .name = "ru_utime",
     .unit = "s",
     .description = "Time in the program",
     .exponent = -6,
     .code = code(ResourceField::UserTime)},
    {.source = Source::ResourceUsage,
     .name = "ru_stime",
     .unit = "s",
     .description = "Time in the kernel",
     .exponent = -6,
     .code = code(ResourceField::SystemTime)},
    {.source = Source::ResourceUsage,
     .name = "ru_maxrss",
     .unit = "bytes",
     .description = "Growth of the largest resident set",
     .exponent = 10,
     .has_binary_base = true,
     .only_of_process = true,
     .code = code(ResourceField::LargestResidentSet)},
    {.source = Source::ResourceUsage,
     .name = "ru_minflt",
     .unit = "#",
     .description = "Page faults without reading from disk",
     .code = code(ResourceField::MinorFaults)},
    {.source = Source::ResourceUsage,
     .name = "ru_majflt",
     .unit = "#",
     .description = "Page faults that read from disk",
     .code = code(ResourceField::MajorFaults)},
    {.source = Source::ResourceUsage,
     .name = "ru_inblock",
     .unit = "#",
     .description = "Blocks of 512 bytes read from disk",
     .code = code(ResourceField::BlocksRead)},
    {.source = Source::ResourceUsage,
     .name = "ru_oublock",
     .unit = "#",
     .description = "Blocks of 512 bytes to be written to disk",
     .code = code(ResourceField::BlocksWritten)},
    {.source = Source::ResourceUsage,
     .name = "ru_nvcsw",
     .unit = "#",
     .description = "Times that the thread gave up its processor to wait",
     .code = code(ResourceField::VoluntarySwitches)},
    {.source = Source::ResourceUsage,
     .name = "ru_nivcsw",
     .unit = "#",
     .description = "Times that the processor was taken from the thread",
     .code = code(ResourceField::InvoluntarySwitches)},
};

}  // namespace

std::string_view kind_name(Source source) {
  switch (source) {
    case Source::PerfSoftware:
    case Source::PerfHardware:
      return "perf";
    case Source::ResourceUsage:
      return "rusage";
    case Source::Papi:
      break;
  }
  return "papi";
}

std::span<const KnownCounter> known_counters() { return kKnown; }

const KnownCounter* find_counter(std::string_view name) {
  for (const KnownCounter& known : kKnown)
    if (name == known.name) return &known;
  return nullptr;
}

}  // namespace tarry::counters
