// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/modules.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/core/definitions_log.h"

namespace tarry::runtime::core {
namespace {

struct Module {
  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const Module&, const Module&) = default;
};

// New objects are copied while the dynamic loader's lock is held and written afterwards, so that
// lock and ours are never held together.
struct Collection {
  static constexpr std::size_t kMaxModules = 4096;
  static constexpr std::size_t kBatch = 8;
  std::atomic_flag busy;  // guards the rest
  Module seen[kMaxModules];
  std::size_t seen_count = 0;
  std::size_t written = 0;            // of `seen`
  unsigned long long loads_seen = 0;  // of the dynamic loader's count
  char paths[kBatch][PATH_MAX] = {};
};

constinit Collection collection;

Module extent(const dl_phdr_info& info) {
  Module module{info.dlpi_addr, UINT64_MAX, 0};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uint64_t begin = info.dlpi_addr + header.p_vaddr;
    module.begin = std::min<std::uint64_t>(module.begin, begin);
    module.end = std::max<std::uint64_t>(module.end, begin + header.p_memsz);
  }
  return module;
}

// False, and no more than an empty path, if it has no file or does not fit into `size` bytes.
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

int collect(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_adds == collection.loads_seen) return 1;  // nothing new since then
  const Module module = extent(*info);
  if (module.end == 0) return 0;
  Module* const end = collection.seen + collection.seen_count;
  if (std::find(collection.seen, end, module) != end) return 0;
  const std::size_t slot = collection.seen_count - collection.written;
  if (slot == Collection::kBatch || collection.seen_count == Collection::kMaxModules) return 1;
  if (!add_file_name(info->dlpi_name, collection.paths[slot], PATH_MAX)) return 0;
  *end = module;
  ++collection.seen_count;
  return 0;
}

int count_loads(dl_phdr_info* info, std::size_t, void* loads) {
  *static_cast<unsigned long long*>(loads) = info->dlpi_adds;
  return 1;
}

void write_batch() {
  for (std::size_t slot = 0; collection.written < collection.seen_count; ++slot) {
    const Module& module = collection.seen[collection.written++];
    DefinitionLine("module")
        .hex(module.bias)
        .hex(module.begin)
        .hex(module.end)
        .text(collection.paths[slot]);
  }
}

// In the middle of loading or unloading an object, by this thread or another one. A signal handler
// that interrupts it would find objects in the list whose headers are not mapped any more.
bool is_loader_at_work() {
  return static_cast<volatile r_debug&>(_r_debug).r_state != r_debug::RT_CONSISTENT;
}

}  // namespace

// Not by dl_iterate_phdr(): this takes no lock and holds in the middle of loading, too.
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
  if (collection.busy.test_and_set(std::memory_order_acquire)) return;  // somebody is at it
  unsigned long long loads = 0;  // before looking: what comes meanwhile is found the next time
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

}  // namespace tarry::runtime::core
