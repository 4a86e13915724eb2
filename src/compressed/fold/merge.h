// SPDX-License-Identifier: BSD-3-Clause
// The traces of two groups of ranks become one: events from the same place are united, what only
// one group has stays in between. Loops are no units: each rank keeps its own lengths and trips, so
// that ranks whose loops differ share their events all the same.
//
// Merging is not associative. Ranks are therefore united in aligned blocks of powers of two, and
// the result does not depend on who unites them, in which order blocks are done, or on how many
// processes.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.4;
// docs/decisions/019-compressed-traces.md.
#pragma once

#include <vector>

#include "base/result.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// What a rank's folded events become before they are merged: tables without what is not used, in
// the order of their first use. Both merge() and the reader of files give traces in this form.
void canonicalise(Trace& trace);

// `lower` has the lower ranks. Both have the same ranks, communicators and program; what is odd
// about that is the caller's to check. Notes and datatypes are united.
Trace merge(Trace lower, const Trace& upper, const FoldOptions& options = {});

// All ranks' traces, by rank, into one, in the order of the aligned blocks.
Trace merge_all(std::vector<Trace> by_rank, const FoldOptions& options = {});

}  // namespace tarry::compressed
