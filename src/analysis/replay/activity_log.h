// SPDX-License-Identifier: BSD-3-Clause
// What a location did between its synchronising calls: exclusive time by call path, cut where such
// a call was entered. A cut is made for good only when its call turns out to hold a record; calls
// that hold none cost nothing.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/replay/location_records.h"

namespace tarry::analysis {

class ActivityLog {
 public:
  void add(CallPathId callpath, Ticks time) {
    if (callpath.index() >= place_.size()) place_.resize(callpath.index() + 1, kNoIndex);
    std::uint32_t& place = place_[callpath.index()];
    const std::uint32_t begin = is_tentative_ ? tentative_ : begin_;
    if (place == kNoIndex || place < begin) {
      if (is_tentative_) before_.push_back(place);
      place = static_cast<std::uint32_t>(activities_.size());
      activities_.push_back({callpath, 0});
    }
    Activity& last = activities_[place];
    if (fits(last, time.count)) {
      last.ticks += static_cast<std::uint32_t>(time.count);
      return;
    }
    keep();
    append(activities_, callpath, time);
    place = static_cast<std::uint32_t>(activities_.size() - 1);
  }

  // Here a call is entered that may synchronise; returns where the cut is.
  std::uint32_t begin_call() {
    keep();
    is_tentative_ = true;
    return tentative_ = static_cast<std::uint32_t>(activities_.size());
  }

  // The call that began last holds a record.
  void keep() {
    if (is_tentative_) begin_ = tentative_;
    is_tentative_ = false;
    before_.clear();
  }

  // The call that began at `cut` has ended; without a record since it is as if it were not there.
  void end_call(std::uint32_t cut) {
    if (!is_tentative_ || cut != tentative_) return;
    if (!can_merge()) return keep();
    is_tentative_ = false;
    std::uint32_t end = tentative_;
    for (std::uint32_t i = tentative_; i < activities_.size(); ++i) {
      const Activity activity = activities_[i];
      std::uint32_t& place = place_[activity.callpath.index()];
      place = before_[i - tentative_];
      if (place != kNoIndex && place >= begin_) {
        activities_[place].ticks += activity.ticks;
      } else {
        place = end;
        activities_[end++] = activity;
      }
    }
    activities_.resize(end);
    before_.clear();
  }

  std::pmr::vector<Activity> finish() {
    keep();
    activities_.shrink_to_fit();
    return std::move(activities_);
  }

 private:
  static bool fits(const Activity& activity, std::int64_t more) {
    return more <= std::int64_t{UINT32_MAX} - activity.ticks;
  }

  // Whether everything since the tentative cut has room in what was there before.
  [[nodiscard]] bool can_merge() const {
    for (std::uint32_t i = tentative_; i < activities_.size(); ++i) {
      const std::uint32_t place = before_[i - tentative_];
      if (place != kNoIndex && place >= begin_ && !fits(activities_[place], activities_[i].ticks))
        return false;
    }
    return true;
  }

  std::pmr::vector<Activity> activities_;
  std::uint32_t begin_ = 0;      // after the last cut
  std::uint32_t tentative_ = 0;  // a cut that may vanish again
  bool is_tentative_ = false;
  std::vector<std::uint32_t> place_;   // by call path: its last activity
  std::vector<std::uint32_t> before_;  // of those after the tentative cut: what `place_` was
};

}  // namespace tarry::analysis
