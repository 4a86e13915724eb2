// SPDX-License-Identifier: BSD-3-Clause
// Maps the ids of a trace file to dense ones. Files choose ids as they like: mostly from 0 upwards,
// when a look-up is one load, and now and then with huge gaps.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trace/otf2/record_cursor.h"

namespace tarry::trace::otf2 {

class IdTable {
 public:
  // Ids below this are kept in a table, however few of them there are.
  static constexpr std::uint64_t kAlwaysDense = 1 << 20;

  void set(std::uint64_t id, std::uint32_t value) {
    if (id < kAlwaysDense) {
      if (id >= dense_.size()) dense_.resize(id + 1, kUndefined32);
      dense_[id] = value;
    } else {
      sparse_[id] = value;
    }
  }

  // Returns kUndefined32 if there is no such id.
  [[nodiscard, gnu::always_inline]] std::uint32_t operator[](std::uint64_t id) const {
    if (id < dense_.size()) [[likely]]
      return dense_[id];
    return sparse_.empty() ? kUndefined32 : find_sparse(id);
  }

  [[nodiscard]] bool contains(std::uint64_t id) const { return (*this)[id] != kUndefined32; }

 private:
  [[nodiscard]] std::uint32_t find_sparse(std::uint64_t id) const {
    const auto found = sparse_.find(id);
    return found == sparse_.end() ? kUndefined32 : found->second;
  }

  std::vector<std::uint32_t> dense_;
  std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

}  // namespace tarry::trace::otf2
