// SPDX-License-Identifier: BSD-3-Clause
// The filter of an experiment's recording.
#pragma once

#include <filesystem>

#include "filter/filter.h"

namespace tarry::trace::finish {

// Returns the filter: functions that it excludes are not shown as inlined functions either. If the
// experiment has no rules, or they cannot be read, the filter is empty.
filter::Filter recorded_filter(const std::filesystem::path& experiment);

}  // namespace tarry::trace::finish
