// SPDX-License-Identifier: BSD-3-Clause
// Tables by address or id of a fixed size that threads fill without a lock. They use open
// addressing: a slot belongs to the first key that claims it, and no slot is given back.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace tarry::runtime::core {

// Returns the slot of `key`, which is not 0, or nullptr if the `most_probes` slots from its place
// on belong to others. A slot whose member `kKey` is 0 is free; it is claimed if `claims`, else
// there is no slot of `key`. Thread: any. Signal: safe.
template <auto kKey, class Slot, std::size_t kSlots>
Slot* find_slot(Slot (&slots)[kSlots], std::uint64_t key, std::size_t most_probes,
                bool claims = true) {
  static_assert(std::has_single_bit(kSlots));
  std::size_t at = base::place_of(key, std::countr_zero(kSlots));
  for (std::size_t probe = 0; probe < most_probes; ++probe, at = (at + 1) % kSlots) {
    Slot& slot = slots[at];
    std::uint64_t there = (slot.*kKey).load(std::memory_order_acquire);
    if (there == 0 && !claims) return nullptr;
    if (there == 0 && (slot.*kKey).compare_exchange_strong(there, key)) return &slot;
    if (there == key) return &slot;
  }
  return nullptr;
}

}  // namespace tarry::runtime::core
