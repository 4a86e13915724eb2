// SPDX-License-Identifier: BSD-3-Clause
// The time that a sample stands for lasts from half way to the previous sample, or the begin of the
// thread, to half way to the next sample, or its end.
#pragma once

#include "diagnosis/evidence/time_range.h"

namespace tarry::diagnosis {

inline Time end_of_sample(const samples::ThreadSamples& thread, std::size_t at) {
  const std::vector<samples::Sample>& samples = thread.samples;
  if (at + 1 == samples.size()) return thread.end;
  return TimeRange{samples[at].time, samples[at + 1].time}.middle();
}

}  // namespace tarry::diagnosis
