// SPDX-License-Identifier: BSD-3-Clause
// The first screen of a report: the whole in a line, what causes waiting, the largest wait states,
// what is odd about the run, and how to see more.
#pragma once

#include "report/text_page.h"

namespace tarry::report {

void put_first_screen(TextPage& page);

// Parts of it that the whole report has, too.
void put_headline(TextPage& page);
void put_findings(TextPage& page);
// Shows what costs others most in reports of other tools, which may have costs but no findings.
void put_costs(TextPage& page);
// Shows all warnings, or the first ones with the number of the others.
void put_warnings(TextPage& page, bool all);

// Returns how many wait states are worth a line or section, or the number that --top asks for.
struct WaitState;
std::size_t worth_showing(const TextPage& page, const std::vector<WaitState>& states);

}  // namespace tarry::report
