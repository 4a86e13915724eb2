// SPDX-License-Identifier: BSD-3-Clause
// The samples of a run once more, after their diagnosis: what is to be done about a finding needs
// to know when it was how large, which sums over phases do not tell.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// The threads that the diagnosis is about: call paths are frames of Diagnosis::paths, times are by
// the clock of the first rank. `samples`: what the diagnosis was made of; an Error if they are
// others, because somebody has replaced them since: not as many, of another time, or on other call
// paths. Thread: any.
base::Result<std::vector<samples::ThreadSamples>> samples_again(samples::SampleSet samples,
                                                                const Diagnosis& diagnosis);

// How long a thread was on one path: from half way to the sample before to half way to the next.
struct Stay {
  Time begin{0};
  Time end{0};
  FrameId leaf;
};

// Of each sample, in order; all of the thread's time, none of a thread without samples. Thread:
// any.
std::vector<Stay> stays_of(const samples::ThreadSamples& thread);

}  // namespace tarry::diagnosis
