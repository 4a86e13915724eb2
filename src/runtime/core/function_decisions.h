// SPDX-License-Identifier: BSD-3-Clause
// What has been decided on functions with hooks, by address: the hooks read it without a lock at
// each call. Rules of the user decide (region_filter.h), and what a function does
// (adaptive_filter.h).
#pragma once

#include <atomic>
#include <cstdint>

namespace tarry::runtime::core {

enum class Decision : std::uint8_t {
  Recorded,
  Kept,      // recorded for good: it turned out not to be short
  Excluded,  // by the user's filter
  Short,     // left itself out: it is short and called often
};

constexpr bool is_recorded(Decision decision) { return decision < Decision::Excluded; }

// Open addressing, never full.
struct Decisions {
  static constexpr unsigned kBits = 2;  // of a Decision

  std::uint64_t mask;                 // slots less one
  std::atomic<std::uint64_t>* slots;  // address << kBits | Decision; 0: free
};

// As long as it is false, all functions are recorded.
extern constinit std::atomic<bool> has_decisions;
extern constinit std::atomic<const Decisions*> decisions;

constexpr std::uint64_t slot_of(std::uint64_t address) {
  return (address * 0x9E3779B97F4A7C15u) >> 32;
}

// Calls decide() for a function that the table does not have. Thread: any. Signal: safe if decide()
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

// Keeps the decision, in place of an earlier one. False if there is no room. Caller: in a
// QuietSection. Signal: safe.
bool keep_decision(std::uint64_t address, Decision decision);

}  // namespace tarry::runtime::core
