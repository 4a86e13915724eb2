// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/modules.h"

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
bool add_file_name(const dl_phdr_info& info, char* path, std::size_t size) {
  const char* name = info.dlpi_name;
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
  if (!add_file_name(*info, collection.paths[slot], PATH_MAX)) return 0;
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

struct Search {
  std::uint64_t address;
  ModulePlace& place;
};

int look_into(dl_phdr_info* info, std::size_t, void* argument) {
  const Search& search = *static_cast<const Search*>(argument);
  const Module module = extent(*info);
  if (search.address < module.begin || search.address >= module.end) return 0;
  search.place.bias = module.bias;
  search.place.begin = module.begin;
  search.place.end = module.end;
  add_file_name(*info, search.place.path, sizeof search.place.path);
  return 1;
}

}  // namespace

bool find_module(std::uint64_t address, ModulePlace& place) {
  Search search{address, place};
  return dl_iterate_phdr(look_into, &search) == 1;
}

void define_new_modules() {
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
