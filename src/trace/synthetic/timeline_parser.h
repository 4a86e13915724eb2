// SPDX-License-Identifier: BSD-3-Clause
// Reads the part behind "0:" in a case: nested regions with enter and leave times and the records
// in them.
#pragma once

#include <vector>

#include "base/result.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {

// Returns the events of one location, in order, up to the end of the items: the end of the line,
// unless a brace is open or the next line continues. `rank` is the process whose requests are
// meant.
base::Result<std::vector<Event>> parse_timeline(TokenReader& tokens, CaseBuilder& builder,
                                                std::uint32_t rank);

// Returns whether the line begins something new: "0:", "0,1:", "1.2:", a directive.
bool starts_statement(const Token& token);

}  // namespace tarry::trace::synthetic
