// SPDX-License-Identifier: BSD-3-Clause
// A table of operations that are under way at one location, by id: requests, one-sided operations.
// Ids are short-lived and mostly ascending, so that a look-up by open addressing with linear
// probing takes a few nanoseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.h"

namespace tarry::analysis {

template <class Value>
class IdTable {
 public:
  // Replaces an entry of the same id: the writer reused it, so the old one never completed.
  void insert(std::uint64_t id, Value value) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = slots_[find_slot(id)];
    if (!slot.used) ++size_;
    slot = {id, value, true};
  }

  std::optional<Value> take(std::uint64_t id) {
    if (slots_.empty()) return std::nullopt;
    std::size_t hole = find_slot(id);
    if (!slots_[hole].used) return std::nullopt;
    const Value taken = slots_[hole].value;
    slots_[hole].used = false;
    --size_;
    // Move later entries of the same run back, so that no tombstones are needed.
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t next = (hole + 1) & mask; slots_[next].used; next = (next + 1) & mask) {
      const std::size_t home = hash(slots_[next].id) & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        slots_[hole] = slots_[next];
        slots_[next].used = false;
        hole = next;
      }
    }
    return taken;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_)
      if (slot.used) visit(slot.id, slot.value);
  }

 private:
  struct Slot {
    std::uint64_t id = 0;
    Value value{};
    bool used = false;
  };

  static std::size_t hash(std::uint64_t id) {
    return static_cast<std::size_t>(base::spread(id) >> 20);
  }
  // Returns the slot of `id`, or the free one where it belongs.
  [[nodiscard]] std::size_t find_slot(std::uint64_t id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(id) & mask;
    while (slots_[at].used && slots_[at].id != id) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.used) slots_[find_slot(slot.id)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace tarry::analysis
