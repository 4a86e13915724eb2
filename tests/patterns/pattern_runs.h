// SPDX-License-Identifier: BSD-3-Clause
// Analyses of cases with patterns of one's own, and what they have found.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analysis/declared/pattern.h"
#include "model/severity_cube.h"
#include "model/trace_source.h"

namespace tarry::testing {

// `set`: nullptr if there are none.
model::SeverityCube analyze(model::TraceSource& source, const analysis::declared::PatternSet* set,
                            unsigned threads);
// `text` is a case.
model::SeverityCube analyze_text(const std::string& text, const analysis::declared::PatternSet* set,
                                 unsigned threads);

// Maps "path rank.thread" to values that are not zero.
using Values = std::map<std::string, double>;
Values values(const model::SeverityCube& cube, std::string_view id);
double total(const model::SeverityCube& cube, std::string_view metric);

// Returns a plug-in in C++ with limits that a test can wait for.
analysis::declared::PatternSet plugins(const std::string& name);
// Returns the patterns of a text.
analysis::declared::PatternSet declared(const std::string& text);

}  // namespace tarry::testing
