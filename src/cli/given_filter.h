// SPDX-License-Identifier: BSD-3-Clause
// The filter file that an option names, for those who apply it and those who say what it would
// give.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "filter/filter.h"

namespace tarry::cli {

// What is wrong in the file, or with it, is wrong usage. Warns of rules that can have no effect.
base::Result<filter::Filter> read_given_filter(const std::string& file,
                                               const CommonOptions& common);

}  // namespace tarry::cli
