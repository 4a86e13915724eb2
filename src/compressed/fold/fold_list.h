// SPDX-License-Identifier: BSD-3-Clause
// The events of one process while they are folded: in order, and chained by site. Events that are
// united leave gaps behind, which are closed many at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compressed/fold/fold_event.h"
#include "compressed/fold/iteration_merge.h"

namespace tarry::compressed {

// Thread: caller-locks.
class FoldList {
 public:
  explicit FoldList(VectorForm form) : form_(form) {}

  // Returns a list of copies of the events, each at the same position. There must be no gaps.
  [[nodiscard]] FoldList clone() const;

  FoldEvent& append(const Call& call, SiteId predecessor);

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] FoldEvent* operator[](std::size_t position) const { return events_[position]; }
  [[nodiscard]] std::span<FoldEvent* const> all() const { return events_; }
  [[nodiscard]] std::span<FoldEvent* const> between(std::size_t begin, std::size_t end) const {
    return all().subspan(begin, end - begin);
  }

  [[nodiscard]] Events copy(std::size_t begin, std::size_t end) const {
    const auto events = between(begin, end);
    return {events.begin(), events.end()};
  }
  // Returns how often an event was put in a place.
  [[nodiscard]] std::uint64_t placed() const { return placed_; }

  // Returns whether the `length` events from `a` on and from `b` on have the same sites. Hashes are
  // compared, so the answer is wrongly true in extremely rare cases. There must be no gaps.
  [[nodiscard]] bool are_same(const FoldEvent& a, const FoldEvent& b, std::size_t length) const;

  // Removes the events [begin, end), which were united with those before them. Leaves gaps.
  void drop(std::size_t begin, std::size_t end);
  // Replaces the two iterations [begin, end) by their union, in which some events may have moved
  // past others. Leaves gaps at the end.
  void replace(std::size_t begin, std::size_t end, const MergedIteration& merged);
  // Moves the gaps in [begin, end) to its end, or removes all gaps from `begin` on.
  void close_gaps(std::size_t begin, std::size_t end);
  void close_gaps(std::size_t begin);

 private:
  FoldEvent* new_event();
  void place(FoldEvent& event, std::size_t position);
  void link_before(FoldEvent& event, FoldEvent* next);
  void unlink(FoldEvent& event);
  [[nodiscard]] std::uint64_t hash_before(const FoldEvent& event) const;

  VectorForm form_;
  std::vector<std::unique_ptr<FoldEvent>> owned_;
  std::vector<FoldEvent*> free_;
  std::vector<FoldEvent*> events_;  // null means a gap
  std::vector<FoldEvent*> newest_;  // by site
  std::uint64_t placed_ = 0;
  std::vector<FoldEvent*> behind_;  // by site: the next event behind those that are being replaced
};

}  // namespace tarry::compressed
