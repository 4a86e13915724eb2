// SPDX-License-Identifier: BSD-3-Clause
// Tables of a metric as text: by call path, region, call site, location, rank or host; and the tree
// of calls.
#pragma once

#include "report/text_page.h"

namespace tarry::report {

// Shows the largest rows of a metric by what is selected, and their sum.
void put_table(TextPage& page, model::MetricId metric);

// Shows the call paths with the largest values, including what they call, below their callers.
void put_call_tree(TextPage& page, model::MetricId metric);

// Returns the name of what is 100 %: "of time", "of caller", "of all".
std::string percent_name(const TextPage& page, model::MetricId metric);

// Returns the percentage of a value whose caller has `caller`; empty if values do not add up. Parts
// of a difference mean something for times only; for others the text is empty.
std::string share_text(const TextPage& page, model::MetricId metric, double value, double caller);

}  // namespace tarry::report
