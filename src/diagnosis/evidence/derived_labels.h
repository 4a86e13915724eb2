// SPDX-License-Identifier: BSD-3-Clause
// The time of a call tells what it does: MPI_Send with 95 % of its time in the progress engine
// waits for its partner. A frame N gets the lowest label L of the hierarchy with
//
//   sum over children C of N whose derived label is within L of duration(C)
//   ----------------------------------------------------------------------- >= R = 70 %
//                             duration(N)
//
// in every thread that has N. If no label satisfies this, N keeps its initial one. Labels below L
// count as L: 40 % message transfer and 35 % copying is data transfer.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.2.
#pragma once

#include "diagnosis/evidence/label_table.h"
#include "diagnosis/evidence/time_range.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

struct FrameTotal {
  samples::FrameId frame;
  Time time{0};
};
// The frames of one thread over the whole run, ascending.
using ThreadTotals = std::vector<FrameTotal>;

// Collective: returns labels by frame, the same for all workers. Each level of the call tree takes
// one round, from the leaves up, because the label of a frame depends on those of its children in
// all threads.
std::vector<Label> derived_labels(const samples::CallingContextTree& paths,
                                  const std::vector<Label>& initial,
                                  const std::vector<ThreadTotals>& threads,
                                  workers::Transport& transport);

}  // namespace tarry::diagnosis
