// SPDX-License-Identifier: BSD-3-Clause
// The open requests of a process in the order in which they were opened. One is named by its place
// counted from the newest, which is 0: calls of a loop then carry equal values in every iteration.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace tarry::compress {

// Thread: caller-locks.
template <class Id>
class OpenRequests {
 public:
  void open(Id id) { open_.push_back(id); }

  // Takes the newest one with this id off the list and returns the place it had; none: not open.
  std::optional<std::size_t> close(Id id) {
    for (std::size_t place = 0; place < open_.size(); ++place) {
      if (open_[open_.size() - 1 - place] != id) continue;
      take(place);
      return place;
    }
    return std::nullopt;
  }

  // Takes the one at this place off the list; none: there are not so many.
  std::optional<Id> close_at(std::size_t place) {
    if (place >= open_.size()) return std::nullopt;
    const Id id = open_[open_.size() - 1 - place];
    take(place);
    return id;
  }

  [[nodiscard]] std::size_t size() const { return open_.size(); }

 private:
  void take(std::size_t place) {
    open_.erase(open_.end() - static_cast<std::ptrdiff_t>(place) - 1);
  }

  std::vector<Id> open_;  // the oldest first
};

}  // namespace tarry::compress
