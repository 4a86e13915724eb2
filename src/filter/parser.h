// SPDX-License-Identifier: BSD-3-Clause
// Reads filter files: the format of Score-P, with Tarry's own rules for modules, ranks and times in
// the same style (docs/formats/filter.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "filter/filter.h"

namespace tarry::filter {

// Returns the filter of this text. Errors have line and column and tell what was expected; `file`
// is used in them. Thread: any. Signal: no.
base::Result<Filter> parse_filter(std::string_view text, std::string_view file);

// Returns the filter in `file`. Thread: any. Signal: no.
base::Result<Filter> read_filter(const std::string& file);

}  // namespace tarry::filter
