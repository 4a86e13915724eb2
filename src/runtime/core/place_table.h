// SPDX-License-Identifier: BSD-3-Clause
// Numbers, mostly of regions, by place in the program. They are found without a lock and added
// under the process' lock. Slots are never emptied, so a reader needs only the number, which is
// written last.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "runtime/core/events.h"

namespace tarry::runtime::core {

inline std::uint64_t hash_of_place(std::uint64_t key) { return key; }
template <class Key>
std::uint64_t hash_of_place(const Key& key) {
  return key.hash();
}

// A zero-initialized object is an empty table of 2^kBits slots, half of which may be used.
template <unsigned kBits, class Key = std::uint64_t, class Number = RegionNumber>
class PlaceTable {
 public:
  // Returns an invalid number if nothing was added for `key`. Thread: any. Signal: safe.
  [[nodiscard]] Number find(const Key& key) const {
    for (std::size_t at = first_slot(key);; at = (at + 1) % kSlots) {
      const std::uint32_t number = slots_[at].number_plus_one.load(std::memory_order_acquire);
      if (number == 0) return {};
      if (slots_[at].key == key) return Number{number - 1};
    }
  }

  [[nodiscard]] bool has_room() const { return used_ < kSlots / 2; }

  // Requires that `key` is not there and has_room(). Thread: holds Process::lock. Signal: safe.
  void add(const Key& key, Number number) {
    std::size_t at = first_slot(key);
    while (slots_[at].number_plus_one.load(std::memory_order_relaxed) != 0) at = (at + 1) % kSlots;
    ++used_;
    slots_[at].key = key;
    slots_[at].number_plus_one.store(number.value + 1, std::memory_order_release);
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << kBits;

  static std::size_t first_slot(const Key& key) {
    return base::place_of(hash_of_place(key), kBits);
  }

  struct Slot {
    Key key{};
    std::atomic<std::uint32_t> number_plus_one{0};
  };
  Slot slots_[kSlots];
  std::size_t used_ = 0;
};

}  // namespace tarry::runtime::core
