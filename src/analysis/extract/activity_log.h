// SPDX-License-Identifier: BSD-3-Clause
// The activity of a location between its synchronising calls: exclusive time by call path, cut
// where such a call was entered. A cut becomes a mark when its call turns out to hold a record;
// calls that hold none cost nothing.
#pragma once

#include <cstdint>

#include "analysis/records/call_path_sums.h"
#include "analysis/records/time_stream.h"

namespace tarry::analysis {

class ActivityLog {
 public:
  void add(CallPathId callpath, Ticks time) {
    (is_tentative_ ? since_cut_ : since_mark_).add(callpath, time);
  }

  // Gives `to` a part of what `from` had since the last cut, at most `time`.
  void move(CallPathId from, CallPathId to, Ticks time) {
    CallPathSums& sums = is_tentative_ ? since_cut_ : since_mark_;
    if (const Ticks moved = sums.take_up_to(from, time); moved.count > 0) sums.add(to, moved);
  }

  // A call is entered that may synchronise. Returns the number of its cut, which is the number of
  // marks up to it.
  std::uint32_t begin_call() {
    keep();
    is_tentative_ = true;
    return marks_ + 1;
  }

  // The call that began last holds a record.
  void keep() {
    if (!is_tentative_) return;
    is_tentative_ = false;
    write();
    append_mark(stream_);
    ++marks_;
    std::swap(since_mark_, since_cut_);
  }

  // The call of `cut` has ended. If it holds no record, the cut is forgotten.
  void end_call(std::uint32_t cut) {
    if (!is_tentative_ || cut != marks_ + 1) return;
    is_tentative_ = false;
    since_cut_.take([&](CallPathId callpath, Ticks time) { since_mark_.add(callpath, time); });
  }

  // Returns the times, with a mark at each cut that was kept.
  workers::Bytes finish() {
    keep();
    write();
    stream_.shrink_to_fit();
    return std::move(stream_);
  }

 private:
  void write() {
    since_mark_.take(
        [&](CallPathId callpath, Ticks time) { append_time(stream_, callpath, time); });
  }

  workers::Bytes stream_;
  std::uint32_t marks_ = 0;  // in the stream
  bool is_tentative_ = false;
  CallPathSums since_mark_;  // times up to the tentative cut, if there is one
  CallPathSums since_cut_;   // times after the tentative cut
};

}  // namespace tarry::analysis
