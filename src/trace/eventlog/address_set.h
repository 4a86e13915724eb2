// SPDX-License-Identifier: BSD-3-Clause
// A set of function addresses that recognizes known addresses in a few instructions: every function
// event of a log passes through it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace tarry::trace::eventlog {

// Maps an address to the position at which it was first inserted. Address 0 is like any other.
class AddressSet {
 public:
  AddressSet() : slots_(kFirstSlots, kEmpty) {}

  // Returns the position of `address` in values(); adds the address if it is not there.
  std::uint32_t insert(std::uint64_t address) {
    std::size_t slot = home(address);
    while (slots_[slot] != kEmpty) {
      if (values_[slots_[slot]] == address) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    const auto position = static_cast<std::uint32_t>(values_.size());
    slots_[slot] = position;
    values_.push_back(address);
    if (2 * values_.size() > slots_.size()) grow();
    return position;
  }

  // Returns every address once, in order of insertion.
  [[nodiscard]] const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
  static constexpr std::size_t kFirstSlots = 1024;  // a power of two, as every later size

  [[nodiscard]] std::size_t home(std::uint64_t address) const {
    return static_cast<std::size_t>(base::spread(address) >> 20) & (slots_.size() - 1);
  }

  void grow() {
    slots_.assign(slots_.size() * 2, kEmpty);
    for (std::uint32_t position = 0; position < values_.size(); ++position) {
      std::size_t slot = home(values_[position]);
      while (slots_[slot] != kEmpty) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = position;
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<std::uint64_t> values_;
};

}  // namespace tarry::trace::eventlog
