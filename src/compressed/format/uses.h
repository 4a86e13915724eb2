// SPDX-License-Identifier: BSD-3-Clause
// How often each rank uses an element. The uses of all elements of an event follow from how often
// the rank comes to the event and from the elements before them, so that a constant is written
// without its count, and once for ranks that use it differently often.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

RankSet intersection(const RankSet& a, const RankSet& b);
RankSet difference(const RankSet& a, const RankSet& b);

// Sets of ranks that do not overlap, each with a count of at least one. Thread: caller-locks.
class Uses {
 public:
  struct Class {
    RankSet ranks;
    std::uint64_t count = 0;
  };
  Uses() = default;
  Uses(RankSet ranks, std::uint64_t count) { add(std::move(ranks), count); }

  // `ranks` must not be there yet. Nothing is added for a count of 0.
  void add(RankSet ranks, std::uint64_t count);
  [[nodiscard]] const std::vector<Class>& classes() const { return classes_; }
  [[nodiscard]] bool empty() const { return classes_.empty(); }
  [[nodiscard]] RankSet ranks() const;
  // The classes as far as they are among `ranks`, or are not.
  [[nodiscard]] Uses of(const RankSet& ranks) const;
  [[nodiscard]] Uses without(const RankSet& ranks) const;
  void add(const Uses& others);
  // The same for every rank.
  friend bool operator==(const Uses& a, const Uses& b);

 private:
  std::vector<Class> classes_;  // with different counts, by the order in which they came
};

std::uint64_t size_of(const Values& values);  // how many values there are
// How often each rank comes to the event, judged by its outermost element.
Uses entries_of(const Event& event);
// Of the lengths of a level whose event is come to by `entries`; `level` may be empty: then it does
// not exist for these ranks. The trips have as many uses as there are lengths.
Uses uses_of_sizes(const Elastic& element);
// How often the ranks come to what is inside a level.
Uses uses_inside(const Level& level, const Uses& entries);
// Of the parameter, from the elements Actions and Kind: `actions` are the uses of Kind.
Uses uses_of_kind(const Elastic& actions);
Uses uses_of_parameter(const Elastic& action, Parameter parameter);

}  // namespace tarry::compressed
