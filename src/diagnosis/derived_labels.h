// SPDX-License-Identifier: BSD-3-Clause
// What a call does is told by what it spends its time in: MPI_Send that is 95 % of its time in the
// progress engine waits for its partner. A frame N gets the lowest label L of the hierarchy with
//
//   sum over children C of N whose derived label is within L of duration(C)
//   ----------------------------------------------------------------------- >= R = 70 %
//                             duration(N)
//
// in every thread that has N; where no label is so, N keeps its initial one. Labels below L count
// as L: 40 % message transfer and 35 % copying is data transfer.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.2.
#pragma once

#include "diagnosis/label_table.h"
#include "diagnosis/time_range.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

struct FrameTotal {
  samples::FrameId frame;
  Time time{0};
};
// Of one thread over the whole run: the frames that it has, ascending.
using ThreadTotals = std::vector<FrameTotal>;

// Collective. By frame, the same for all workers. One round per level of the call tree, from the
// leaves up: the label of a frame takes those of its children, which take all threads.
std::vector<Label> derived_labels(const samples::CallingContextTree& paths,
                                  const std::vector<Label>& initial,
                                  const std::vector<ThreadTotals>& threads,
                                  workers::Transport& transport);

}  // namespace tarry::diagnosis
