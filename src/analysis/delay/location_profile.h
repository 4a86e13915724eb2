// SPDX-License-Identifier: BSD-3-Clause
// What a location did by call path between any two of its synchronisation points, waiting time left
// out. The cost of a question does not grow with the length of the interval: sums up to some places
// are kept. Definition: docs/definitions.md, "Intervals and profiles".
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
  // Appends what the location did; a wait is less than nothing of its call path.
  void add(CallPathId callpath, Ticks time);

  // Here a section of the location's activities ends.
  void end_section() { append_mark(steps_); }
  // All of it: what was added, and marks.
  [[nodiscard]] const workers::Bytes& steps() const { return steps_; }

  // Where the next is appended.
  [[nodiscard]] std::uint64_t position() const { return steps_.size(); }

  // The position after the step at one.
  [[nodiscard]] std::uint64_t after(std::uint64_t position) const;
  // Adds all between two positions.
  void sum(std::uint64_t begin, std::uint64_t end, CallPathSums& into) const;

 private:
  // Where sums up to a position are kept.
  struct Place {
    std::uint64_t position;
    std::size_t first_sum;  // of those of the call paths known by then
  };

  void keep_sums();
  [[nodiscard]] std::size_t first_place_at(std::uint64_t position) const;

  workers::Bytes steps_;
  std::uint64_t since_place_ = 0;         // steps
  std::vector<CallPathId> callpaths_;     // that this location has
  std::vector<std::uint32_t> number_of_;  // by call path: its position in callpaths_
  std::vector<Ticks> running_;            // sums of all so far, by number
  std::pmr::vector<Place> places_;        // ascending
  std::pmr::vector<Ticks> sums_;          // of place after place, by number
};

}  // namespace tarry::analysis
