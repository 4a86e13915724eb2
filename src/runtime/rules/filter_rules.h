// SPDX-License-Identifier: BSD-3-Clause
// Reads the experiment's filter in a measured process, while the library is loaded and the heap may
// be used.
#pragma once

#include <cstddef>
#include <vector>

#include "filter/filter.h"
#include "trace/eventlog/excluded_functions.h"

namespace tarry::runtime::rules {

struct FilterRules {
  filter::Filter filter;
  std::vector<trace::eventlog::ExcludedFunctions> listed;  // lists that `tarry record` has made
};

// Returns rules that are never freed, or nullptr if the filter cannot be read; `problem` then says
// why, in at most `size` bytes. Thread: one. Signal: no.
const FilterRules* read_filter_rules(const char* experiment, char* problem, std::size_t size);

}  // namespace tarry::runtime::rules
