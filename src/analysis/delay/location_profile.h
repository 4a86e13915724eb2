// SPDX-License-Identifier: BSD-3-Clause
// What a location did by call path between any two of its synchronisation points, waiting time left
// out. The cost of a question does not grow with the length of the interval: sums up to some places
// are kept. Source: definitions 4.2, delay-analysis.md Eq. 2.1.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/replay/location_records.h"

namespace tarry::analysis {

struct CallPathTime {
  CallPathId callpath;
  Ticks time;
};

// Sums by call path; empty again after each use. Thread: one at a time.
class ProfileScratch {
 public:
  void add(CallPathId callpath, Ticks time) {
    if (callpath.index() >= sums_.size()) {
      sums_.resize(callpath.index() + 1);
      is_used_.resize(callpath.index() + 1);
    }
    if (!is_used_[callpath.index()]) {
      is_used_[callpath.index()] = true;
      used_.push_back(callpath);
    }
    sums_[callpath.index()] += time;
  }
  // Adds to a call path that has something, but leaves at least nothing.
  void reduce(CallPathId callpath, Ticks by);
  // Those with more than nothing.
  void take(std::vector<CallPathTime>& out);

 private:
  std::vector<Ticks> sums_;  // by call path
  std::vector<bool> is_used_;
  std::vector<CallPathId> used_;
};

class LocationProfile {
 public:
  // Appends what the location did until the next synchronisation point.
  void add(std::span<const Activity> activities) {
    steps_.insert(steps_.end(), activities.begin(), activities.end());
  }
  void reserve(std::size_t steps) { steps_.reserve(steps); }
  // Appends a wait; it counts against its call path.
  void add_wait(CallPathId callpath, Ticks amount) {
    append(steps_, CallPathId{callpath.value | kWait}, amount);
  }
  // How many positions it takes.
  static std::uint32_t steps_of(Ticks wait) {
    return static_cast<std::uint32_t>((wait.count + UINT32_MAX - 1) / UINT32_MAX);
  }
  // After the last of them.
  void finish();

  [[nodiscard]] std::uint32_t position() const { return static_cast<std::uint32_t>(steps_.size()); }

  // Adds all between two positions.
  void sum(std::uint32_t begin, std::uint32_t end, ProfileScratch& into) const;

 private:
  static constexpr std::uint32_t kWait = 0x80000000u;  // in a call path: this is a wait

  static CallPathTime signed_time(const Activity& step) {
    const Ticks time{step.ticks};
    const bool is_wait = (step.callpath.value & kWait) != 0;
    return {CallPathId{step.callpath.value & ~kWait}, is_wait ? Ticks{0} - time : time};
  }

  std::pmr::vector<Activity> steps_;
  std::uint32_t spacing_ = 0;          // steps between two places where sums are kept
  std::vector<CallPathId> callpaths_;  // that this location has
  std::pmr::vector<Ticks> sums_;       // by place, then by position in callpaths_
};

}  // namespace tarry::analysis
