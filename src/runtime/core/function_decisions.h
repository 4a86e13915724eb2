// SPDX-License-Identifier: BSD-3-Clause
// Decisions on functions with hooks, by address. The hooks read them without a lock at each call.
// They follow from the user's rules (region_filter.h) or from what a function does
// (adaptive_filter.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "base/hash.h"

namespace tarry::runtime::core {

enum class Decision : std::uint8_t {
  Recorded,
  Kept,      // recorded for good: the function turned out not to be short
  Excluded,  // by the user's filter
  Short,     // excluded by the adaptive filter: it is short and called often
};

constexpr bool is_recorded(Decision decision) { return decision < Decision::Excluded; }

// A hash table with open addressing that is never full.
struct Decisions {
  static constexpr unsigned kBits = 2;  // bits of a Decision

  std::uint64_t mask;                 // slots less one
  std::atomic<std::uint64_t>* slots;  // address << kBits | Decision; 0: free
};

// As long as this is false, all functions are recorded.
extern constinit std::atomic<bool> has_decisions;
extern constinit std::atomic<const Decisions*> decisions;

constexpr std::uint64_t slot_of(std::uint64_t address) { return base::spread(address) >> 32; }

// Calls decide() for a function that is missing in the table. Thread: any. Signal: safe if decide()
// is.
template <class Decide>
inline Decision decision_on(std::uint64_t address, Decide decide) {
  if (!has_decisions.load(std::memory_order_relaxed)) [[likely]]
    return Decision::Recorded;
  const Decisions& table = *decisions.load(std::memory_order_acquire);
  for (std::uint64_t at = slot_of(address);; ++at) {
    const std::uint64_t slot = table.slots[at & table.mask].load(std::memory_order_relaxed);
    if (slot >> Decisions::kBits == address) [[likely]]
      return static_cast<Decision>(slot & ((1u << Decisions::kBits) - 1));
    if (slot == 0) return decide();
  }
}

// Stores the decision in place of an earlier one. Returns false if there is no room. Caller: in a
// QuietSection. Signal: safe.
bool keep_decision(std::uint64_t address, Decision decision);

}  // namespace tarry::runtime::core
