// SPDX-License-Identifier: BSD-3-Clause
// The work of a rank while its first thread only waits for its other threads: that of another
// thread which works. With several ranks only first threads are compared, so a rank with a late
// other thread would seem to wait in a runtime.
#pragma once

#include <vector>

#include "diagnosis/evidence/time_range.h"
#include "samples/samples.h"

namespace tarry::diagnosis {

class TeamWork {
 public:
  // `threads`: those of a worker, by rank and thread, with call paths in `paths`. Both must outlive
  // this object.
  TeamWork(const samples::CallingContextTree& paths,
           const std::vector<samples::ThreadSamples>& threads);

  // Returns the call path of the sample. If this thread waits for others of its rank, returns that
  // of one that works at that time.
  [[nodiscard]] samples::FrameId leaf_of(const samples::ThreadSamples& thread,
                                         const samples::Sample& sample) const;

 private:
  const std::vector<samples::ThreadSamples>& threads_;
  std::vector<bool> waits_;  // by call path: it waits for threads of the same process
};

}  // namespace tarry::diagnosis
