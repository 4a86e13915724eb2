// SPDX-License-Identifier: BSD-3-Clause
// The list of loaded objects and their addresses, by which the raw addresses of function events are
// turned into names after the run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

// Writes a `module` line for every object that has been loaded since the last call; cheap if there
// is none. An object that is being loaded gets its line at the next call. Thread: any, not in a
// QuietSection (the dynamic loader has a lock of its own). Signal: safe.
void define_new_modules();

// Counts how often an object may have been unloaded. When it changes, everything that was found out
// about code must be found out again.
extern constinit std::atomic<std::uint32_t> unloadings;

// Different objects may be loaded at the same place one after the other. The upper bits of a code
// address in a record say which of them it lies in; the addresses of the object's `module` line
// have the same bits.
inline constexpr unsigned kTenantShift = 48;
inline constexpr std::uint64_t kLastTenant = 126;
inline constexpr std::uint64_t kNoTenant = 127;  // code in no known object

// The object that a thread has looked up last, and the count of unloadings at that time; 0: none.
struct LastObject {
  std::uint64_t begin, end;
  std::uint64_t tenant;
  std::uint32_t unloadings;
};
extern constinit thread_local LastObject last_object;

[[gnu::cold, gnu::noinline]] std::uint64_t find_tenant(std::uint64_t address);

// Returns these bits for an address in code that is loaded now; 0 for the first object at each
// place. It is called in each MPI call, because MPI unloads some of its own objects when it begins.
// Thread: any, not in a QuietSection. Signal: safe.
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
  char path[kLongestPath + 1] = {};  // empty if it has no file or its path is longer
};

// Finds the object that contains `address`; returns false if there is none. Thread: any. Signal:
// safe.
bool find_module(std::uint64_t address, ModulePlace& place);

}  // namespace tarry::runtime::core
