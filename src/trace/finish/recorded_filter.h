// SPDX-License-Identifier: BSD-3-Clause
// The filter that an experiment was recorded with.
#pragma once

#include <filesystem>

#include "filter/filter.h"

namespace tarry::trace::finish {

// What its rules leave out is not shown as an inlined function either. Without rules, or if they
// cannot be read, the filter is empty.
filter::Filter recorded_filter(const std::filesystem::path& experiment);

}  // namespace tarry::trace::finish
