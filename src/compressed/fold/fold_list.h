// SPDX-License-Identifier: BSD-3-Clause
// The events of one process while they are folded: in order, and chained by site. What is united
// leaves gaps behind, which are closed for many at once.
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
  // How often an event got a place.
  [[nodiscard]] std::uint64_t placed() const { return placed_; }

  // Whether as many events from `a` as from `b` on have the same sites. Hashes are compared: once
  // in a blue moon the answer is a wrong yes. Not while there are gaps.
  [[nodiscard]] bool are_same(const FoldEvent& a, const FoldEvent& b, std::size_t length) const;

  // Events [begin, end) live on in those before them. Leaves gaps.
  void drop(std::size_t begin, std::size_t end);
  // [begin, end) were both iterations, of which some events may have moved past others. Leaves gaps
  // at the end of them.
  void replace(std::size_t begin, std::size_t end, const MergedIteration& merged);
  // Moves the gaps in [begin, end) to its end, or all from `begin` on out of the list.
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
  std::vector<FoldEvent*> events_;  // null: a gap
  std::vector<FoldEvent*> newest_;  // by site
  std::uint64_t placed_ = 0;
  std::vector<FoldEvent*> behind_;  // by site: what follows on events that are being replaced
};

}  // namespace tarry::compressed
