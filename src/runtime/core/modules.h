// SPDX-License-Identifier: BSD-3-Clause
// Which objects are loaded where: what turns the raw addresses of function events into names after
// the run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

// Writes a `module` line for every object that has been loaded since the last call; cheap if there
// is none. Those that are being loaded have their line the next time. Thread: any, not in a
// QuietSection (the dynamic loader has a lock of its own). Signal: safe.
void define_new_modules();

// How often an object may have been unloaded: when this has changed, what was found out about code
// is to be found out anew.
extern constinit std::atomic<std::uint32_t> unloadings;

// Objects may lie one after the other at the same place. In a record the address of code has in
// these upper bits which of them it is in, and so have the addresses of the object's `module` line.
inline constexpr unsigned kTenantShift = 48;
inline constexpr std::uint64_t kLastTenant = 126;
inline constexpr std::uint64_t kNoTenant = 127;  // code in no object, where there may have been one

// These bits for an address in code that is loaded now; 0 for the first object at each place.
// Thread and Signal: as above.
[[gnu::cold, gnu::noinline]] std::uint64_t find_tenant(std::uint64_t address);
inline std::uint64_t tenant_of(std::uint64_t address) {
  return unloadings.load(std::memory_order_relaxed) == 0 ? 0 : find_tenant(address);
}

struct ModulePlace {
  static constexpr std::size_t kLongestPath = 1023;

  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  char path[kLongestPath + 1] = {};  // empty: it has no file, or a longer one
};

// The object that holds `address`; false if none does. Thread: any. Signal: safe.
bool find_module(std::uint64_t address, ModulePlace& place);

}  // namespace tarry::runtime::core
