// SPDX-License-Identifier: BSD-3-Clause
// The filter of a recording: checked before the start, and put into the experiment in the forms in
// which the measured processes read it. docs/decisions/025-filters.md
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "filter/filter.h"
#include "launch/program.h"

namespace tarry::cli {

// Refuses a filter that leaves out all of `ranks` processes, if their number is known.
base::Status check_ranks(const filter::Filter& filter, std::optional<std::uint32_t> ranks);

// Returns the names, as rules for regions see them, of all instrumented functions of the programs
// and of their libraries.
std::set<std::string> instrumented_functions(const std::vector<launch::Program>& programs);

// Writes a copy of `file`, and the list of instrumented functions of the programs and of their
// libraries that its rules leave out. `filter` is the content of the file.
base::Status write_record_filter(const experiment::Experiment& experiment, const std::string& file,
                                 const filter::Filter& filter,
                                 const std::vector<launch::Program>& programs);

}  // namespace tarry::cli
