// SPDX-License-Identifier: BSD-3-Clause
// The rules of `tarry record --filter`, in a measured process: applied when a function or a region
// of the user is seen first. docs/decisions/025-filters.md
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/sinks/filter_rules.h"

namespace tarry::runtime::core {

// There are rules for regions, files or modules. Read-only after the library constructor.
extern constinit bool has_region_rules;

// Reads the filter of the experiment and what `tarry record` made of it. Library constructor only.
void load_filter();

// nullptr without. Read-only after load_filter(). Thread: any. Signal: safe.
const sinks::FilterRules* filter_in_use();

// Why the filter could not be read, or nullptr.
const char* filter_problem();

// Whether the user's region is left out. Texts are never null. Thread: in a QuietSection. Signal:
// safe.
bool excludes_region(const char* name, const char* file);

// Looks the function up, decides for good, and remembers it. Thread: any. Signal: safe.
[[gnu::cold, gnu::noinline]] bool decide_on_function(std::uint64_t address);

// What has been decided, by address: open addressing, read without a lock, never full.
struct Decisions {
  std::uint64_t mask;                 // slots less one
  std::atomic<std::uint64_t>* slots;  // address << 1 | excluded; 0: free
};
extern constinit std::atomic<const Decisions*> decisions;

constexpr std::uint64_t slot_of(std::uint64_t address) {
  return (address * 0x9E3779B97F4A7C15u) >> 32;
}

// Whether the events of the function that begins at `address` are left out. Always the same answer
// for an address whose events would be recorded. Thread: any. Signal: safe.
inline bool excludes_function(std::uint64_t address) {
  if (!has_region_rules) [[likely]]
    return false;
  const Decisions& table = *decisions.load(std::memory_order_acquire);
  for (std::uint64_t at = slot_of(address);; ++at) {
    const std::uint64_t slot = table.slots[at & table.mask].load(std::memory_order_relaxed);
    if (slot >> 1 == address) [[likely]]
      return (slot & 1) != 0;
    if (slot == 0) return decide_on_function(address);
  }
}

}  // namespace tarry::runtime::core
