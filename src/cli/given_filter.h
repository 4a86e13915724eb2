// SPDX-License-Identifier: BSD-3-Clause
// Reads the filter file that an option names, for verbs that apply it and for verbs that estimate
// its effect.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "filter/filter.h"

namespace tarry::cli {

// Errors in or with the file are wrong usage. Warns of rules that can have no effect.
base::Result<filter::Filter> read_given_filter(const std::string& file,
                                               const CommonOptions& common);

}  // namespace tarry::cli
