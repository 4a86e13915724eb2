// SPDX-License-Identifier: BSD-3-Clause
// How often each rank uses an element. The uses of all elements of an event follow from how often
// the rank visits the event and from the elements before them. A constant is therefore written
// without a count, and only once even for ranks that use it differently often.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

RankSet intersection(const RankSet& a, const RankSet& b);
RankSet difference(const RankSet& a, const RankSet& b);

// Disjoint sets of ranks, each with a count of at least one. Thread: caller-locks.
class Uses {
 public:
  struct Class {
    RankSet ranks;
    std::uint64_t count = 0;
  };
  Uses() = default;
  Uses(RankSet ranks, std::uint64_t count) { add(std::move(ranks), count); }

  // Adds ranks that must not be there yet. A count of 0 adds nothing.
  void add(RankSet ranks, std::uint64_t count);
  [[nodiscard]] const std::vector<Class>& classes() const { return classes_; }
  [[nodiscard]] bool empty() const { return classes_.empty(); }
  [[nodiscard]] RankSet ranks() const;
  // Return the part of the classes within `ranks`, or outside of them.
  [[nodiscard]] Uses of(const RankSet& ranks) const;
  [[nodiscard]] Uses without(const RankSet& ranks) const;
  void add(const Uses& others);
  // Returns true if every rank has the same count.
  friend bool operator==(const Uses& a, const Uses& b);

 private:
  std::vector<Class> classes_;  // with different counts, in the order of their arrival
};

std::uint64_t size_of(const Values& values);  // number of values
// Returns how often each rank visits the event, judged by its outermost element.
Uses entries_of(const Event& event);
// Returns how many values each rank has in an element of lengths or trips. A level has as many
// trips as lengths; ranks without values do not have the level.
Uses uses_of_sizes(const Elastic& element);
// Returns how often the ranks visit the inside of a level.
Uses uses_inside(const Level& level, const Uses& entries);
// Return the uses of a parameter. Those of Kind follow from the element Actions, those of all
// others from the element Kind.
Uses uses_of_kind(const Elastic& actions);
Uses uses_of_parameter(const Elastic& action, Parameter parameter);

}  // namespace tarry::compressed
