// SPDX-License-Identifier: BSD-3-Clause
// A hash table from 64-bit keys to small plain values for the runtime. It has open addressing and
// linear probing; erasure shifts entries back, so that no tombstones pile up however long a program
// runs. The table takes memory only when it grows; without memory insert() fails and the caller
// goes on without the entry. The table is initialized as a constant and never destroyed, so that it
// can be used at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "base/hash.h"
#include "runtime/core/on_own_account.h"

namespace tarry::runtime::mpi {

// Thread: caller-locks.
template <class Value>
class FlatTable {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  constexpr FlatTable() = default;
  FlatTable(const FlatTable&) = delete;
  FlatTable& operator=(const FlatTable&) = delete;

  // Frees the memory.
  void release() {
    std::free(slots_);
    slots_ = nullptr;
    capacity_ = size_ = 0;
  }

  // Returns nullptr if there is no entry. The pointer is good until the next insert or erase.
  Value* find(std::uint64_t key) {
    if (size_ == 0) return nullptr;
    for (std::size_t i = home(key); slots_[i].used; i = next(i))
      if (slots_[i].key == key) return &slots_[i].value;
    return nullptr;
  }

  // Returns the value of `key`, zero if it is new; nullptr without memory.
  Value* insert(std::uint64_t key) {
    if (Value* known = find(key)) return known;
    if (4 * (size_ + 1) > 3 * capacity_ && !grow()) return nullptr;
    Slot& slot = slots_[free_slot(key)];
    slot.key = key;
    slot.used = true;
    slot.value = Value{};
    ++size_;
    return &slot.value;
  }

  void erase(std::uint64_t key) {
    if (size_ == 0) return;
    std::size_t hole = home(key);
    while (slots_[hole].used && slots_[hole].key != key) hole = next(hole);
    if (!slots_[hole].used) return;
    --size_;
    // An entry behind the hole moves into it unless that would put it before its home slot.
    for (std::size_t i = next(hole); slots_[i].used; i = next(i)) {
      const std::size_t distance = (i - home(slots_[i].key)) & (capacity_ - 1);
      if (distance < ((i - hole) & (capacity_ - 1))) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].used = false;
  }

 private:
  struct Slot {
    std::uint64_t key;
    Value value;
    bool used;
  };

  [[nodiscard]] std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>(base::spread(key) >> 20) & (capacity_ - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (capacity_ - 1); }
  [[nodiscard]] std::size_t free_slot(std::uint64_t key) const {
    std::size_t i = home(key);
    while (slots_[i].used) i = next(i);
    return i;
  }

  bool grow() {
    const core::OnOwnAccount on_own_account;
    const std::size_t old_capacity = capacity_;
    const std::size_t capacity = old_capacity == 0 ? kFirstCapacity : 2 * old_capacity;
    auto* slots = static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)));
    if (slots == nullptr) return false;
    Slot* old = slots_;
    slots_ = slots;
    capacity_ = capacity;
    for (std::size_t i = 0; i < old_capacity; ++i)
      if (old[i].used) slots_[free_slot(old[i].key)] = old[i];
    std::free(old);
    return true;
  }

  static constexpr std::size_t kFirstCapacity = 256;

  Slot* slots_ = nullptr;
  std::size_t capacity_ = 0;  // power of two
  std::size_t size_ = 0;
};

}  // namespace tarry::runtime::mpi
