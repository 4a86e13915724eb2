// SPDX-License-Identifier: BSD-3-Clause
// Times are kept apart for ranks whose means fall into different bins. Where that is chance, the
// ranks of a bin follow no pattern, and naming them takes more room the more there are.
#pragma once

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Once, for the trace of all ranks: of an event and predecessor, times of ranks without a pattern
// are united with those of the bins beside them, until there is one.
void unite_levels(Trace& trace);

}  // namespace tarry::compressed
