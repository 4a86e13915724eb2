// SPDX-License-Identifier: BSD-3-Clause
// A counter as the fields of a line in a process' definitions log or in a definition set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/counter.h"

namespace tarry::trace::eventlog {

// Returns name, unit, type, mode, origin, base (2 or 10), exponent, description.
std::string counter_fields(const model::Counter& counter);

// Returns false if these are not such fields.
bool parse_counter(const std::vector<std::string_view>& fields, model::Counter& counter);

}  // namespace tarry::trace::eventlog
