// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/sequence.h"

namespace tarry::compressed {

// A loop that an event heads. When events are inserted, the loops around them grow. Lengths are
// therefore kept once per class, and the values that are appended are numbers of classes.
class FoldLevel {
 public:
  // Adds `times` entries of this length and number of trips.
  void enter(std::uint32_t length, std::int64_t trips, std::uint64_t times = 1);
  void append(const FoldLevel& other);
  void add_trip() { ++last_trips_; }

  [[nodiscard]] std::uint64_t entries() const { return classes_.size(); }
  // Returns the number of terms of its sequences, which determines its memory.
  [[nodiscard]] std::size_t terms() const {
    return classes_.terms().size() + trips_.terms().size();
  }
  [[nodiscard]] std::uint32_t longest() const;
  [[nodiscard]] std::uint32_t last_length() const { return lengths_[last_class_]; }
  // Returns the length that all entries share, or 0.
  [[nodiscard]] std::uint32_t only_length() const;
  // Returns the lengths by class; callers change them where events were inserted.
  std::vector<std::uint32_t>& lengths() { return lengths_; }
  // Returns a level with as many entries of the same lengths and one trip each.
  [[nodiscard]] FoldLevel of_one_trip() const;

  // Return sealed sequences. Plain ones are no longer than the values of the event, because each
  // trip has some.
  [[nodiscard]] Sequence length_values(VectorForm form) const;
  [[nodiscard]] Sequence trip_values(VectorForm form) const;

 private:
  std::uint32_t class_of(std::uint32_t length);

  std::vector<std::uint32_t> lengths_;
  Sequence classes_;
  Sequence trips_;  // the trips of all entries but the last, which may still grow
  std::int64_t last_trips_ = 0;
  std::uint32_t last_class_ = 0;
};

}  // namespace tarry::compressed
