// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/function_decisions.h"

#include <sys/mman.h>

#include <new>

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kFirstSlots = 4096;     // power of two
constexpr std::uint64_t kMostSlots = 1u << 21;  // 16 MiB
constinit std::atomic<std::uint64_t> first_slots[kFirstSlots] = {};
constinit Decisions first_decisions{kFirstSlots - 1, first_slots};

constinit std::uint64_t decided = 0;  // number of functions; guarded by Process::lock

}  // namespace

constinit std::atomic<bool> has_decisions = false;
constinit std::atomic<const Decisions*> decisions = &first_decisions;

namespace {

// Returns the slot of the address, or the free one where it belongs.
std::atomic<std::uint64_t>& find_slot(const Decisions& table, std::uint64_t address) {
  std::uint64_t at = slot_of(address);
  for (;; ++at) {
    const std::uint64_t slot = table.slots[at & table.mask].load(std::memory_order_relaxed);
    if (slot == 0 || slot >> Decisions::kBits == address) return table.slots[at & table.mask];
  }
}

// Doubles the slots. The old table stays: other threads may be reading it.
bool grow(const Decisions& old) {
  const std::uint64_t slots = 2 * (old.mask + 1);
  if (slots > kMostSlots) return false;
  const std::uint64_t bytes = sizeof(Decisions) + slots * sizeof(std::atomic<std::uint64_t>);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  auto* fresh = new (memory) Decisions{slots - 1, nullptr};
  fresh->slots = reinterpret_cast<std::atomic<std::uint64_t>*>(fresh + 1);
  for (std::uint64_t i = 0; i <= old.mask; ++i)
    if (const std::uint64_t slot = old.slots[i].load(std::memory_order_relaxed); slot != 0)
      find_slot(*fresh, slot >> Decisions::kBits).store(slot, std::memory_order_relaxed);
  decisions.store(fresh, std::memory_order_release);
  return true;
}

}  // namespace

bool keep_decision(std::uint64_t address, Decision decision) {
  const Decisions* table = decisions.load(std::memory_order_relaxed);
  const bool is_new = find_slot(*table, address).load(std::memory_order_relaxed) == 0;
  if (is_new && 2 * (decided + 1) > table->mask && !grow(*table)) return false;
  table = decisions.load(std::memory_order_relaxed);
  find_slot(*table, address)
      .store(address << Decisions::kBits | static_cast<std::uint64_t>(decision),
             std::memory_order_relaxed);
  decided += is_new ? 1 : 0;
  has_decisions.store(true, std::memory_order_relaxed);
  return true;
}

}  // namespace tarry::runtime::core
