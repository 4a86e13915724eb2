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

// The object that a thread has asked for last, and after how many unloadings; 0: none.
struct LastObject {
  std::uint64_t begin, end;
  std::uint64_t tenant;
  std::uint32_t unloadings;
};
extern constinit thread_local LastObject last_object;

[[gnu::cold, gnu::noinline]] std::uint64_t find_tenant(std::uint64_t address);

// These bits for an address in code that is loaded now; 0 for the first object at each place. MPI
// unloads some of its own when it begins: this is asked at each of its calls.
// Thread and Signal: as above.
inline std::uint64_t tenant_of(std::uint64_t address) {
  const std::uint32_t now = unloadings.load(std::memory_order_relaxed);
  if (now == 0) return 0;
  const LastObject& last = last_object;
  const bool is_known = last.unloadings == now && address >= last.begin && address < last.end;
  return is_known ? last.tenant : find_tenant(address);
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
