// SPDX-License-Identifier: BSD-3-Clause
// What a rank works on while its first thread only waits for its other threads: that of one which
// works. With several ranks only first threads are compared, and a rank whose other thread is late
// would wait in a runtime for all that samples of the first one show.
#pragma once

#include <vector>

#include "diagnosis/time_range.h"
#include "samples/samples.h"

namespace tarry::diagnosis {

class TeamWork {
 public:
  // `threads`: those of a worker, with call paths of `paths`, by rank and thread. All must outlive
  // this.
  TeamWork(const samples::CallingContextTree& paths,
           const std::vector<samples::ThreadSamples>& threads);

  // The call path of the sample, or of another thread of the rank at that time, if this one waits
  // for it.
  [[nodiscard]] samples::FrameId leaf_of(const samples::ThreadSamples& thread,
                                         const samples::Sample& sample) const;

 private:
  const std::vector<samples::ThreadSamples>& threads_;
  std::vector<bool> waits_;  // by call path: for threads of the same process
};

}  // namespace tarry::diagnosis
