// SPDX-License-Identifier: BSD-3-Clause
// The targets of a window to which operations are under way. Each target has the number by which
// the records of its operations, however many, are matched with the record of their completion.
// Memory is taken only when more targets are pending than ever before.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "runtime/core/on_own_account.h"
#include "runtime/mpi/flat_table.h"

namespace tarry::runtime::mpi {

// Thread: caller-locks.
class PendingOperations {
 public:
  struct Entry {
    std::uint32_t target;
    std::uint32_t matching;
  };

  constexpr PendingOperations() = default;

  // Returns the entry of a target; a new one has the number 0. Returns nullptr without memory.
  Entry* at(std::uint32_t target) {
    if (const std::uint32_t* place = places_.find(target)) return &entries_[*place];
    std::uint32_t* place = has_room() ? places_.insert(target) : nullptr;
    if (place == nullptr) return nullptr;
    *place = count_;
    entries_[count_] = {target, 0};
    return &entries_[count_++];
  }

  // Takes a target out and returns its number; 0 if it was not pending.
  std::uint32_t take(std::uint32_t target) {
    const std::uint32_t* place = places_.find(target);
    return place == nullptr ? 0 : take_at(*place);
  }

  // Takes any target out and returns its number; 0 if there is none.
  std::uint32_t take_any() { return count_ == 0 ? 0 : take_at(count_ - 1); }

  // Frees the memory.
  void release() {
    places_.release();
    std::free(entries_);
    entries_ = nullptr;
    count_ = capacity_ = 0;
  }

 private:
  std::uint32_t take_at(std::uint32_t place) {
    const Entry taken = entries_[place];
    places_.erase(taken.target);
    const Entry last = entries_[--count_];
    if (place != count_) {
      entries_[place] = last;
      if (std::uint32_t* moved = places_.find(last.target)) *moved = place;
    }
    return taken.matching;
  }

  bool has_room() {
    if (count_ < capacity_) return true;
    const core::OnOwnAccount on_own_account;
    const std::uint32_t capacity = capacity_ == 0 ? 16 : 2 * capacity_;
    void* memory = std::realloc(entries_, capacity * sizeof(Entry));
    if (memory == nullptr) return false;
    entries_ = static_cast<Entry*>(memory);
    capacity_ = capacity;
    return true;
  }

  FlatTable<std::uint32_t> places_;  // by target
  Entry* entries_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace tarry::runtime::mpi
