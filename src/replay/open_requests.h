// SPDX-License-Identifier: BSD-3-Clause
// The requests of a process that are open, as a compressed trace names them: by their place in the
// list, counted from the newest, which they leave with the action that completes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tarry::replay {

template <class T>
class OpenRequests {
 public:
  void open(T request) { list_.push_back(std::move(request)); }

  // None: there is no such request.
  std::optional<T> close(std::int64_t place) {
    if (place < 0 || static_cast<std::uint64_t>(place) >= list_.size()) return std::nullopt;
    const auto at = list_.end() - 1 - static_cast<std::ptrdiff_t>(place);
    std::optional<T> request(std::move(*at));
    list_.erase(at);
    return request;
  }

  // Those that are still open, the oldest first.
  [[nodiscard]] std::vector<T>& left() { return list_; }

 private:
  std::vector<T> list_;
};

}  // namespace tarry::replay
