// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/modules.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/hash.h"
#include "base/platform.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/on_own_account.h"

namespace tarry::runtime::core {

constinit std::atomic<std::uint32_t> unloadings{0};
constinit thread_local LastObject last_object = {};

namespace {

struct Module {
  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t name = 0;    // hash of its path
  std::uint64_t tenant = 0;  // number of earlier objects at this place, shifted as in a record

  [[nodiscard]] bool is(const Module& other) const {
    return bias == other.bias && name == other.name;
  }
  [[nodiscard]] bool overlaps(const Module& other) const {
    return begin < other.end && other.begin < end;
  }
};

// New objects are copied while the dynamic loader's lock is held and written afterwards, so that
// lock and ours are never held together.
struct Collection {
  static constexpr std::size_t kMaxModules = 4096;
  static constexpr std::size_t kBatch = 8;
  std::atomic_flag busy;  // guards the rest; entries below `seen_count` never change
  Module seen[kMaxModules];
  std::atomic<std::size_t> seen_count{0};
  std::size_t written = 0;            // number of elements of `seen` that are written
  unsigned long long loads_seen = 0;  // the dynamic loader's count of loads when it was last read
  char paths[kBatch][PATH_MAX] = {};
};

constinit Collection collection;

std::uint64_t hash_of(const char* name) { return base::fnv1a(name != nullptr ? name : ""); }

Module extent(const dl_phdr_info& info) {
  Module module{.bias = info.dlpi_addr, .begin = UINT64_MAX};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uint64_t begin = info.dlpi_addr + header.p_vaddr;
    module.begin = std::min<std::uint64_t>(module.begin, begin);
    module.end = std::max<std::uint64_t>(module.end, begin + header.p_memsz);
  }
  module.name = hash_of(info.dlpi_name);
  return module;
}

// Returns false and sets an empty path if the object has no file or its name does not fit into
// `size` bytes.
bool add_file_name(const char* name, char* path, std::size_t size) {
  std::size_t length = 0;
  path[0] = '\0';
  if (name == nullptr || name[0] == '\0') {  // the program itself
    const ssize_t read = readlink("/proc/self/exe", path, size);
    length = read > 0 ? static_cast<std::size_t>(read) : size;
  } else if (std::strchr(name, '/') == nullptr) {
    return false;  // the kernel's object has no file
  } else {
    if (name[0] != '/' && getcwd(path, size) != nullptr) {
      length = std::strlen(path);
      if (length + 1 < size) path[length++] = '/';
    }
    const std::size_t rest = std::strlen(name);
    if (length + rest < size) std::memcpy(path + length, name, rest);
    length += rest;
  }
  path[length < size ? length : 0] = '\0';
  return length < size;
}

// Returns the number of a module in `seen`, or the count of modules if it is not there.
std::size_t number_of(const Module& module) {
  const std::size_t count = collection.seen_count.load(std::memory_order_relaxed);
  std::size_t number = 0;
  while (number < count && !collection.seen[number].is(module)) ++number;
  return number;
}

// There is a limit to the number of tenants; all beyond it share the last number.
std::uint64_t next_tenant(const Module& module) {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < collection.seen_count.load(std::memory_order_relaxed); ++i)
    if (collection.seen[i].overlaps(module))
      next = std::max(next, (collection.seen[i].tenant >> kTenantShift) + 1);
  return std::min(next, kLastTenant) << kTenantShift;
}

// Returns false if there is no room for it now.
bool add(Module module, const char* name) {
  const std::size_t number = number_of(module);
  if (number != collection.seen_count.load(std::memory_order_relaxed)) return true;
  const std::size_t slot = number - collection.written;
  if (slot == Collection::kBatch || number == Collection::kMaxModules) return false;
  if (!add_file_name(name, collection.paths[slot], PATH_MAX)) return true;
  module.tenant = next_tenant(module);
  collection.seen[number] = module;
  collection.seen_count.store(number + 1, std::memory_order_release);
  return true;
}

int collect(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_adds == collection.loads_seen) return 1;  // nothing new since then
  const Module module = extent(*info);
  return module.end == 0 || add(module, info->dlpi_name) ? 0 : 1;
}

int count_loads(dl_phdr_info* info, std::size_t, void* loads) {
  *static_cast<unsigned long long*>(loads) = info->dlpi_adds;
  return 1;
}

void write_batch() {
  for (std::size_t slot = 0; collection.written < collection.seen_count; ++slot) {
    const Module& module = collection.seen[collection.written++];
    DefinitionLine("module")
        .hex(module.bias | module.tenant)
        .hex(module.begin | module.tenant)
        .hex(module.end | module.tenant)
        .text(collection.paths[slot]);
  }
}

// Returns true while this or another thread is loading or unloading an object. A signal handler
// that interrupts it would find objects in the list whose headers are not mapped any more.
bool is_loader_at_work() {
  return static_cast<volatile r_debug&>(_r_debug).r_state != r_debug::RT_CONSISTENT;
}

// The wait is limited: this may be a signal handler that has interrupted the thread which collects.
bool wait_for_collection() {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    if (!collection.busy.test_and_set(std::memory_order_acquire)) return true;
    sched_yield();
  }
  return false;
}

// Adds an object without looking at the loader's list, which may be changing.
std::uint64_t add_tenant(const Module& module, const char* name) {
  const OnOwnAccount on_own_account;
  if (!wait_for_collection()) return kNoTenant << kTenantShift;
  add(module, name);
  write_batch();
  const std::size_t number = number_of(module);
  const bool is_known = number != collection.seen_count.load(std::memory_order_relaxed);
  const std::uint64_t tenant = is_known ? collection.seen[number].tenant : 0;
  collection.busy.clear(std::memory_order_release);
  return tenant;
}

std::uint64_t tenant_of(const Module& module, const char* name) {
  for (std::size_t i = collection.seen_count.load(std::memory_order_acquire); i-- > 0;)
    if (collection.seen[i].is(module)) return collection.seen[i].tenant;
  return add_tenant(module, name);
}

// A signal handler may interrupt the writing: the number is removed first and set last.
void remember(const Module& module, std::uint64_t tenant, std::uint32_t after) {
  last_object.unloadings = 0;
  base::compiler_barrier();
  last_object.begin = module.begin;
  last_object.end = module.end;
  last_object.tenant = tenant;
  base::compiler_barrier();
  last_object.unloadings = after;
}

}  // namespace

// We do not use dl_iterate_phdr(): this function takes no lock and works during loading, too.
bool find_module(std::uint64_t address, ModulePlace& place) {
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return false;
  place.bias = found.dlfo_link_map->l_addr;
  place.begin = reinterpret_cast<std::uint64_t>(found.dlfo_map_start);
  place.end = reinterpret_cast<std::uint64_t>(found.dlfo_map_end);
  add_file_name(found.dlfo_link_map->l_name, place.path, sizeof place.path);
  return true;
}

void define_new_modules() {
  if (is_loader_at_work()) return;
  if (collection.busy.test_and_set(std::memory_order_acquire)) return;  // another thread does it
  unsigned long long loads = 0;  // read first: later loads come next time
  dl_iterate_phdr(count_loads, &loads);
  std::size_t before = 0;
  do {
    before = collection.written;
    dl_iterate_phdr(collect, nullptr);
    write_batch();
  } while (collection.written != before);
  collection.loads_seen = loads;
  collection.busy.clear(std::memory_order_release);
}

std::uint64_t find_tenant(std::uint64_t address) {
  const std::uint32_t after = unloadings.load(std::memory_order_relaxed);
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0)
    return kNoTenant << kTenantShift;
  const link_map& map = *found.dlfo_link_map;
  const Module module{.bias = map.l_addr,
                      .begin = reinterpret_cast<std::uint64_t>(found.dlfo_map_start),
                      .end = reinterpret_cast<std::uint64_t>(found.dlfo_map_end),
                      .name = hash_of(map.l_name)};
  const std::uint64_t tenant = tenant_of(module, map.l_name);
  if (tenant != kNoTenant << kTenantShift) remember(module, tenant, after);
  return tenant;
}

}  // namespace tarry::runtime::core
