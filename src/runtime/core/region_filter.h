// SPDX-License-Identifier: BSD-3-Clause
// The rules of `tarry record --filter` in a measured process. They are applied when a function or a
// user region is entered for the first time. docs/decisions/025-filters.md
#pragma once

#include <cstdint>

#include "runtime/core/function_decisions.h"
#include "runtime/rules/filter_rules.h"

namespace tarry::runtime::core {

// True if there are rules for regions, files or modules. Read-only after the library constructor.
extern constinit bool has_region_rules;

// Reads the experiment's filter and the lists that `tarry record` made from it. Library constructor
// only.
void load_filter();

// Returns nullptr if there is no filter. Read-only after load_filter(). Thread: any. Signal: safe.
const rules::FilterRules* filter_in_use();

// Returns why the filter could not be read, or nullptr.
const char* filter_problem();

// Returns whether the filter excludes the user's region. Texts are never null. Thread: in a
// QuietSection. Signal: safe.
bool excludes_region(const char* name, const char* file);

// Looks the function up, and makes and stores a final decision. Thread: any. Signal: safe.
[[gnu::cold, gnu::noinline]] Decision decide_on_function(std::uint64_t address);

// Returns the decision on the function that begins at `address`. Thread: any. Signal: safe.
inline Decision decision_on(std::uint64_t address) {
  return decision_on(address, [address] {
    return has_region_rules ? decide_on_function(address) : Decision::Recorded;
  });
}

// Returns whether events of the function that begins at `address` are left out. Thread: any.
// Signal: safe.
inline bool excludes_function(std::uint64_t address) { return !is_recorded(decision_on(address)); }

}  // namespace tarry::runtime::core
