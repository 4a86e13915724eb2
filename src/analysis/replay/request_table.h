// SPDX-License-Identifier: BSD-3-Clause
// Pending requests of one location: request id -> what was started. Ids are short-lived and mostly
// ascending; open addressing with linear probing keeps a look-up at a few nanoseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tarry::analysis {

enum class RequestKind : std::uint8_t { Send, Receive, Collective };

struct Pending {
  RequestKind kind{};
  std::uint32_t record = 0;
};

class RequestTable {
 public:
  // Replaces an entry of the same id: the writer reused it, so the old one never completed.
  void insert(std::uint64_t request, Pending pending) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = slots_[find_slot(request)];
    if (!slot.used) ++size_;
    slot = {request, pending, true};
  }

  std::optional<Pending> take(std::uint64_t request) {
    if (slots_.empty()) return std::nullopt;
    std::size_t hole = find_slot(request);
    if (!slots_[hole].used) return std::nullopt;
    const Pending taken = slots_[hole].pending;
    slots_[hole].used = false;
    --size_;
    // Move later entries of the same run back, so that no tombstones are needed.
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t next = (hole + 1) & mask; slots_[next].used; next = (next + 1) & mask) {
      const std::size_t home = hash(slots_[next].request) & mask;
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
      if (slot.used) visit(slot.request, slot.pending);
  }

 private:
  struct Slot {
    std::uint64_t request = 0;
    Pending pending;
    bool used = false;
  };

  static std::size_t hash(std::uint64_t request) {
    return static_cast<std::size_t>((request * 0x9E3779B97F4A7C15ull) >> 20);
  }
  // The slot of `request`, or the free one where it belongs.
  [[nodiscard]] std::size_t find_slot(std::uint64_t request) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(request) & mask;
    while (slots_[at].used && slots_[at].request != request) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.used) slots_[find_slot(slot.request)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace tarry::analysis
