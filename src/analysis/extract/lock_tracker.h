// SPDX-License-Identifier: BSD-3-Clause
// The locks of threads that a location takes and gives back: of OpenMP and of POSIX threads.
#pragma once

#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

class LockTracker {
 public:
  LockTracker(LocationExtraction& location, RegionStack& stack)
      : location_(location), stack_(stack) {}

  void acquire(Ticks time, const model::LockRecord& lock);
  void release(Ticks time, const model::LockRecord& lock);

 private:
  // Returns false (and counts) if a lock recorded here makes no sense.
  bool accepts();
  // Returns the region that has waited for a lock taken now. For a critical block, this is the
  // construct around it.
  Frame& waiting_frame();

  LocationExtraction& location_;
  RegionStack& stack_;
};

}  // namespace tarry::analysis
