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
  // Whether a lock recorded here makes sense; counted if not.
  bool accepts();
  // The region that waits for a lock taken now: around a critical block, the construct.
  Frame& waiting_frame();

  LocationExtraction& location_;
  RegionStack& stack_;
};

}  // namespace tarry::analysis
