// SPDX-License-Identifier: BSD-3-Clause
// Filter files that Tarry writes for its users (docs/formats/filter.md).
#pragma once

#include <string>
#include <vector>

#include "filter/filter.h"

namespace tarry::filter {

// Returns a text that parse_filter() reads as `filter`, with times rounded to a microsecond.
// `comments` come before it, a line each. Rules have patterns, not names: exact_pattern() makes a
// pattern of a name. Thread: any.
std::string filter_text(const Filter& filter, const std::vector<std::string>& comments);

}  // namespace tarry::filter
