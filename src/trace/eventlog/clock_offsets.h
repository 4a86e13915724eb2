// SPDX-License-Identifier: BSD-3-Clause
// Chooses the comparisons of a process' clock with that of rank 0 that its times are corrected by:
// linearly between them, with the slope of the last two behind them.
// docs/decisions/088-clocks-of-hosts.md
#pragma once

#include <vector>

#include "trace/otf2/archive_writer.h"

namespace tarry::trace::eventlog {

// Puts the offsets in order of their times, which ascend strictly then, and removes those that make
// the correction worse.
void choose_offsets(std::vector<otf2::ClockOffset>& offsets);

}  // namespace tarry::trace::eventlog
