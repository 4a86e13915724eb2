// SPDX-License-Identifier: BSD-3-Clause
// Times are kept apart for ranks whose means fall into different bins. If that happens by chance,
// the ranks of a bin follow no pattern, and listing them takes more room the more there are.
#pragma once

#include "compressed/model/trace.h"

namespace tarry::compressed {

// To be called once, for the trace of all ranks: times of ranks without a pattern are united with
// the neighboring bins of the same event and predecessor until there is a pattern.
void unite_levels(Trace& trace);

}  // namespace tarry::compressed
