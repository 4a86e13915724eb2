// SPDX-License-Identifier: BSD-3-Clause
// Filter files that Tarry writes for its users (docs/formats/filter.md).
#pragma once

#include <string>
#include <vector>

#include "filter/filter.h"

namespace tarry::filter {

// What parse_filter() reads as `filter`, times to a microsecond; `comments` stand in front of it, a
// line each. Rules have patterns, not names: exact_pattern() makes one of the other. Thread: any.
std::string filter_text(const Filter& filter, const std::vector<std::string>& comments);

}  // namespace tarry::filter
