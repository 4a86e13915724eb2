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
  // Those with more than nothing, ascending by call path.
  void take(std::vector<Activity>& out);

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
  // Appends a wait; it counts against its call path.
  void add_wait(CallPathId callpath, Ticks amount) {
    steps_.push_back({callpath, Ticks{0} - amount});
  }
  // After the last of them.
  void finish();

  [[nodiscard]] std::uint32_t position() const { return static_cast<std::uint32_t>(steps_.size()); }

  // Adds all between two positions.
  void sum(std::uint32_t begin, std::uint32_t end, ProfileScratch& into) const;

 private:
  std::pmr::vector<Activity> steps_;
  std::uint32_t spacing_ = 0;          // steps between two places where sums are kept
  std::vector<CallPathId> callpaths_;  // that this location has
  std::pmr::vector<Ticks> sums_;       // by place, then by position in callpaths_
};

}  // namespace tarry::analysis
