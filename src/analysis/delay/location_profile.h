// SPDX-License-Identifier: BSD-3-Clause
// The time of a location by call path between any two of its synchronization points, without
// waiting time. The cost of a question does not grow with the length of the interval, because sums
// up to some places are kept. Definition: docs/definitions.md,
// "Intervals and profiles".
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/records/call_path_sums.h"
#include "analysis/records/time_stream.h"

namespace tarry::analysis {

class LocationProfile {
 public:
  void reserve(std::size_t bytes) { steps_.reserve(bytes); }
  // Appends an activity of the location; a wait is negative time of its call path.
  void add(CallPathId callpath, Ticks time);

  // Ends a section of the location's activities.
  void end_section() { append_mark(steps_); }
  // Returns everything that was added, with marks.
  [[nodiscard]] const workers::Bytes& steps() const { return steps_; }

  // Returns the position of the next step.
  [[nodiscard]] std::uint64_t position() const { return steps_.size(); }

  // Returns the position after the step at `position`.
  [[nodiscard]] std::uint64_t after(std::uint64_t position) const;
  // Adds all steps between two positions.
  void sum(std::uint64_t begin, std::uint64_t end, CallPathSums& into) const;

 private:
  // A position up to which sums are kept.
  struct Place {
    std::uint64_t position;
    std::size_t first_sum;  // position of its sums, one for each call path known by then
  };

  void keep_sums();
  [[nodiscard]] std::size_t first_place_at(std::uint64_t position) const;

  workers::Bytes steps_;
  std::uint64_t since_place_ = 0;         // steps since the last place
  std::vector<CallPathId> callpaths_;     // call paths of this location
  std::vector<std::uint32_t> number_of_;  // by call path: its position in callpaths_
  std::vector<Ticks> running_;            // sums of all steps so far, by number
  std::pmr::vector<Place> places_;        // ascending
  std::pmr::vector<Ticks> sums_;          // by place, then by number
};

}  // namespace tarry::analysis
