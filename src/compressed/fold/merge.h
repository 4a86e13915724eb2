// SPDX-License-Identifier: BSD-3-Clause
// Merges the traces of two groups of ranks: events from the same place are united, events that only
// one group has stay in between. Loops are no units here: each rank keeps its own lengths and
// trips, so ranks whose loops differ can still share their events.
//
// Merging is not associative. Ranks are therefore united in aligned blocks of powers of two, and
// the result depends neither on who unites them, nor on the order of the blocks, nor on the number
// of processes.
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

// Brings the folded events of a rank into the form that merging needs: tables without unused
// entries, in the order of their first use. merge() and the reader of files both return traces in
// this form.
void canonicalise(Trace& trace);

// `lower` has the lower ranks. Both must have the same ranks, communicators and program; the caller
// checks that. Notes and datatypes are united.
Trace merge(Trace lower, const Trace& upper, const FoldOptions& options = {});

// Appends the calls of one rank that came later: loops that go on across the border stay two loops.
// Ranks, communicators and program must be the same, as for merge(). Both may have notes.
Trace append(Trace earlier, const Trace& later, const FoldOptions& options = {});

// Merges the traces of all ranks, given by rank, in the order of the aligned blocks.
Trace merge_all(std::vector<Trace> by_rank, const FoldOptions& options = {});

}  // namespace tarry::compressed
