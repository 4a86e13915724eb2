// SPDX-License-Identifier: BSD-3-Clause
// What reports say of a metric: its meaning, and for a wait state what it usually means and what to
// do about it, as its page in docs/patterns/wait-states/ has it.
#pragma once

#include <string>
#include <string_view>

#include "model/metric.h"

namespace tarry::model {

// Returns the meaning and, in a line each, the rest, without markup. Thread: any.
std::string description_of(const MetricInfo& metric);

// Returns how sure the wait state is where it is found: "medium", "low", or "max" if its page says
// nothing else. Thread: any.
std::string confidence_of(std::string_view metric_id);

}  // namespace tarry::model
