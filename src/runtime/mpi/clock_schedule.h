// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 plans when the clocks are compared again. All processes meet in the same sequence of
// collective operations, so the plan is a number of meetings: until then no process has to ask
// another one. At the planned meeting rank 0 looks at its clock, decides and plans anew. This is
// plain arithmetic, so that it can be tested.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarry::runtime::mpi {

class ClockSchedule {
 public:
  struct Plan {
    std::uint64_t compare = 0;   // 1: now
    std::uint64_t meetings = 1;  // until the next plan
  };

  // The program may slow down behind a plan, which then comes late; so it never looks far ahead.
  static constexpr std::uint64_t kMostMeetings = 256;

  constexpr ClockSchedule() = default;
  ClockSchedule(std::uint64_t interval_ns, std::uint64_t now_ns)
      : interval_ns_(interval_ns), compared_ns_(now_ns), planned_ns_(now_ns) {}

  // Returns the first plan at construction, when no meeting was seen.
  [[nodiscard]] Plan first() const { return {}; }

  // Returns the plan at the meeting for which it was planned.
  Plan next(std::uint64_t now_ns) {
    const bool is_due = now_ns - compared_ns_ >= interval_ns_;
    if (is_due) compared_ns_ = now_ns;
    meetings_ += ahead_;
    const auto left_ns = static_cast<double>(interval_ns_ - (now_ns - compared_ns_));
    const auto taken_ns = static_cast<double>(std::max<std::uint64_t>(now_ns - planned_ns_, 1));
    const double until_due = std::ceil(static_cast<double>(ahead_) * left_ns / taken_ns);
    // A few meetings in quick succession tell little of those to come.
    const std::uint64_t most = std::min(kMostMeetings, 2 * meetings_);
    planned_ns_ = now_ns;
    ahead_ = static_cast<std::uint64_t>(std::clamp(until_due, 1.0, static_cast<double>(most)));
    return {is_due ? std::uint64_t{1} : 0, ahead_};
  }

 private:
  std::uint64_t interval_ns_ = 0;
  std::uint64_t compared_ns_ = 0;  // the time of the last comparison
  std::uint64_t planned_ns_ = 0;   // the time of the last plan
  std::uint64_t ahead_ = 1;        // meetings of the last plan
  std::uint64_t meetings_ = 0;     // all before the last plan
};

}  // namespace tarry::runtime::mpi
