// SPDX-License-Identifier: BSD-3-Clause
// The rules of `tarry record --filter`, in a measured process: applied when a function or a region
// of the user is seen first. docs/decisions/025-filters.md
#pragma once

#include <cstdint>

#include "runtime/core/function_decisions.h"
#include "runtime/finalize/filter_rules.h"

namespace tarry::runtime::core {

// There are rules for regions, files or modules. Read-only after the library constructor.
extern constinit bool has_region_rules;

// Reads the filter of the experiment and what `tarry record` made of it. Library constructor only.
void load_filter();

// nullptr without. Read-only after load_filter(). Thread: any. Signal: safe.
const finalize::FilterRules* filter_in_use();

// Why the filter could not be read, or nullptr.
const char* filter_problem();

// Whether the user's region is left out. Texts are never null. Thread: in a QuietSection. Signal:
// safe.
bool excludes_region(const char* name, const char* file);

// Looks the function up, decides for good, and remembers it. Thread: any. Signal: safe.
[[gnu::cold, gnu::noinline]] Decision decide_on_function(std::uint64_t address);

// What becomes of the function that begins at `address`. Thread: any. Signal: safe.
inline Decision decision_on(std::uint64_t address) {
  return decision_on(address, [address] {
    return has_region_rules ? decide_on_function(address) : Decision::Recorded;
  });
}

// Whether the events of the function that begins at `address` are left out. Thread: any. Signal:
// safe.
inline bool excludes_function(std::uint64_t address) { return !is_recorded(decision_on(address)); }

}  // namespace tarry::runtime::core
