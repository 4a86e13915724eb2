// SPDX-License-Identifier: BSD-3-Clause
// The open requests of a process in the order in which they were opened. Parameter::Request names a
// request by its place counted from the newest, which is 0, so calls of a loop carry equal values
// in every iteration. A request leaves the list with the action that completes it. A request that
// nothing completes stays, for example a send whose request is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tarry::compressed {

// Thread: caller-locks.
template <class T>
class OpenRequests {
 public:
  void open(T request) { open_.push_back(std::move(request)); }

  // Takes the newest entry that equals `request` off the list and returns its place, or nothing if
  // there is none.
  std::optional<std::int64_t> close(const T& request) {
    for (std::size_t place = 0; place < open_.size(); ++place) {
      if (open_[open_.size() - 1 - place] != request) continue;
      take(place);
      return static_cast<std::int64_t>(place);
    }
    return std::nullopt;
  }

  // Returns the place of the newest entry that equals `request`, which stays in the list.
  [[nodiscard]] std::optional<std::int64_t> place_of(const T& request) const {
    for (std::size_t place = 0; place < open_.size(); ++place)
      if (open_[open_.size() - 1 - place] == request) return static_cast<std::int64_t>(place);
    return std::nullopt;
  }

  // Returns the entry at this place, or nullptr if there is no such place.
  [[nodiscard]] T* at(std::int64_t place) {
    if (place < 0 || static_cast<std::uint64_t>(place) >= open_.size()) return nullptr;
    return &open_[open_.size() - 1 - static_cast<std::size_t>(place)];
  }

  // Takes the entry at this place off the list; returns nothing if there is no such place.
  std::optional<T> close_at(std::int64_t place) {
    if (place < 0 || static_cast<std::uint64_t>(place) >= open_.size()) return std::nullopt;
    return take(static_cast<std::size_t>(place));
  }

  // Returns the open entries, the oldest first.
  [[nodiscard]] std::vector<T>& left() { return open_; }
  [[nodiscard]] const std::vector<T>& left() const { return open_; }

 private:
  T take(std::size_t place) {
    const auto at = open_.end() - 1 - static_cast<std::ptrdiff_t>(place);
    T request = std::move(*at);
    open_.erase(at);
    return request;
  }

  std::vector<T> open_;  // with the oldest first
};

}  // namespace tarry::compressed
