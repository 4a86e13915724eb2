// SPDX-License-Identifier: BSD-3-Clause
// The part of a run in which a loss that samples show is worst. A trace of it shows which ranks
// make which others wait, which samples do not tell.
//
// A loss consists of parts: an imbalance of phases, each with its own imb_symptom, and
// communication of single calls. A call that had begun before the window is not in the trace, and
// an operation that lacks the call of some process is left out on all processes. Therefore only
// whole parts count:
//
//   calls     |--|   |----|  |------|  |---|                    |--|
//   window        [free |                  | free]
//
// Half of the window is left free, because the traced run is not identical. Parts as large as a
// phase may be too long for the other half. If half of the loss is in such parts, the window is
// made longer for the worst of them. The free part does not extend into MPI_Init and MPI_Finalize,
// where ranks do not compute.
#pragma once

#include <vector>

#include "diagnosis/samples_again.h"

namespace tarry::diagnosis {

struct TraceWindow {
  Time begin{0};  // by the clock of the first rank
  Time end{0};
  double seconds = 0;      // loss of an average rank in all parts that are in the window as a whole
  bool is_longer = false;  // than asked for
  // Time of its first phase that lies before it and thus no longer counts in the loss.
  Time left_out{0};
};

// Returns the window of `length`, which is above 0, with most of `finding`, which is one of the
// diagnosis; of several, the earliest. The window is shorter if the run is. `threads`: from
// samples_again(). Thread: any.
TraceWindow trace_window(const Diagnosis& diagnosis,
                         const std::vector<samples::ThreadSamples>& threads, const Finding& finding,
                         Time length);

}  // namespace tarry::diagnosis
