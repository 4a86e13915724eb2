// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/thread_tracker.h"

namespace tarry::analysis {

void ThreadTracker::begin(Ticks time, std::uint64_t thread) {
  time_.begin_stretch();
  // Otherwise it is a thread of a team, whose regions say enough.
  if (stack_.empty() && !stack_.base().valid()) {
    stack_.set_base(location_.root_below_program(location_.regions.threads));
    time_.follow(time_.is_in_gap());
    are_created_ = true;
  }
  if (stack_.empty() && teams_.empty()) keep_start(time, thread, true);
}

// Another thread may begin here later; the time until then is that of `THREADS`.
void ThreadTracker::end(Ticks time, std::uint64_t thread) {
  if (!are_created_ || !teams_.empty() || teams_.is_forking() || teams_.task()) return;
  regions_.close_all(time);
  keep_ending(time, thread, true);
}

std::uint32_t ThreadTracker::mark(Ticks time, std::uint64_t thread) {
  const CallPathId callpath = stack_.callpath();
  return thread != 0 && callpath.valid() ? stack_.divide(time, callpath) : kNoIndex;
}

void ThreadTracker::keep_start(Ticks time, std::uint64_t thread, bool begins) {
  if (const std::uint32_t instance = mark(time, thread); instance != kNoIndex)
    location_.records.thread_starts.push_back({thread, instance, begins});
}

void ThreadTracker::keep_ending(Ticks time, std::uint64_t thread, bool ends) {
  if (const std::uint32_t instance = mark(time, thread); instance != kNoIndex)
    location_.records.thread_endings.push_back({thread, instance, ends});
}

}  // namespace tarry::analysis
