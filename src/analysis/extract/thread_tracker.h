// SPDX-License-Identifier: BSD-3-Clause
// The threads that a program creates: where they are created, begin, end and are waited for.
#pragma once

#include "analysis/extract/region_tracker.h"

namespace tarry::analysis {

class ThreadTracker {
 public:
  ThreadTracker(LocationExtraction& location, RegionStack& stack, const OpenTeams& teams,
                ExclusiveTime& time, RegionTracker& regions)
      : location_(location), stack_(stack), teams_(teams), time_(time), regions_(regions) {}

  // `thread` is unique in the process. Events of thread 0, which is unknown, leave no records.
  void begin(Ticks time, std::uint64_t thread);
  void end(Ticks time, std::uint64_t thread);
  void create(Ticks time, std::uint64_t thread) { keep_start(time, thread, false); }
  void wait_for(Ticks time, std::uint64_t thread) { keep_ending(time, thread, false); }

  // The threads of this location are created by the program.
  [[nodiscard]] bool are_created() const { return are_created_; }

 private:
  void keep_start(Ticks time, std::uint64_t thread, bool begins);
  void keep_ending(Ticks time, std::uint64_t thread, bool ends);
  // Returns an instance without a length where the thread is; kNoIndex if the thread or its call
  // path is not known.
  std::uint32_t mark(Ticks time, std::uint64_t thread);

  LocationExtraction& location_;
  RegionStack& stack_;
  const OpenTeams& teams_;
  ExclusiveTime& time_;
  RegionTracker& regions_;
  bool are_created_ = false;
};

}  // namespace tarry::analysis
