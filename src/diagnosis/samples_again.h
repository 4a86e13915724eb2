// SPDX-License-Identifier: BSD-3-Clause
// Goes over the samples of a run once more after their diagnosis. Advice on a finding depends on
// when the loss occurred and how large it was then, which sums over phases do not tell.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Returns the threads that the diagnosis is about. Call paths are frames of Diagnosis::paths, times
// are by the clock of the first rank. `samples`: those that were diagnosed. Returns an Error if
// somebody has replaced them since, which shows in their number, times or call paths. Thread: any.
base::Result<std::vector<samples::ThreadSamples>> samples_again(samples::SampleSet samples,
                                                                const Diagnosis& diagnosis);

// The time of a thread on one path: from half way to the previous sample to half way to the next.
struct Stay {
  Time begin{0};
  Time end{0};
  FrameId leaf;
};

// Returns the stay of each sample, in order. Together they cover the time of the thread; a thread
// without samples has none. Thread: any.
std::vector<Stay> stays_of(const samples::ThreadSamples& thread);

}  // namespace tarry::diagnosis
