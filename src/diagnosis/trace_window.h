// SPDX-License-Identifier: BSD-3-Clause
// When a loss that samples show is worst: the part of the run to be traced in order to see who
// makes whom wait, which samples do not tell.
//
// A loss consists of parts. Of an imbalance it is the phases, each with its own imb_symptom; of
// communication, the single calls. A call that had begun before the window is not in the trace, and
// an operation of which some processes lack their call is left out on all; so parts count only as a
// whole:
//
//   calls     |--|   |----|  |------|  |---|                    |--|
//   window        [free |                  | free]
//
// Half of the window is left free, because the traced run is another one. Parts as large as a phase
// may not fit into the other half. If half of the loss is in such parts, the window is made longer
// for the worst of them. What is left free is not in MPI_Init and MPI_Finalize, where ranks do not
// compute.
#pragma once

#include <vector>

#include "diagnosis/samples_again.h"

namespace tarry::diagnosis {

struct TraceWindow {
  Time begin{0};  // by the clock of the first rank
  Time end{0};
  double seconds = 0;      // of the loss, of an average rank: all parts that are in it as a whole
  bool is_longer = false;  // than asked for
  Time left_out{0};        // of the phase in which it begins: no longer part of the loss
};

// The window of `length`, above 0, that has most of `finding`, which is one of the diagnosis; the
// earliest of several. It is shorter if the run is. `threads`: samples_again(). Thread: any.
TraceWindow trace_window(const Diagnosis& diagnosis,
                         const std::vector<samples::ThreadSamples>& threads, const Finding& finding,
                         Time length);

}  // namespace tarry::diagnosis
