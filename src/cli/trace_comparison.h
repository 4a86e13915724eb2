// SPDX-License-Identifier: BSD-3-Clause
// The comparison of two compressed traces as text and as JSON.
#pragma once

#include <string>

#include "compressed/compare/compare.h"

namespace tarry::cli {

// `equal`: the verdict, which includes the run times if they are compared.
std::string comparison_text(const compressed::TraceComparison& comparison, bool equal);

// Returns JSON of the schema tarry-trace-comparison/1 (docs/formats/trace-comparison-json.md).
// `first` and `second` name the traces.
std::string comparison_json(const compressed::TraceComparison& comparison, const std::string& first,
                            const std::string& second, bool equal);

}  // namespace tarry::cli
