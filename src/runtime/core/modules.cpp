// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/modules.h"

#include <limits.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
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
  std::size_t written = 0;  // of `seen`
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

// The main program has no name here, and the kernel's object no file.
const char* file_of(const dl_phdr_info& info) {
  if (info.dlpi_name == nullptr || info.dlpi_name[0] == '\0') return "/proc/self/exe";
  return std::strchr(info.dlpi_name, '/') != nullptr ? info.dlpi_name : nullptr;
}

int collect(dl_phdr_info* info, std::size_t, void*) {
  const Module module = extent(*info);
  const char* file = file_of(*info);
  if (file == nullptr || module.end == 0) return 0;
  Module* const end = collection.seen + collection.seen_count;
  if (std::find(collection.seen, end, module) != end) return 0;
  const std::size_t slot = collection.seen_count - collection.written;
  if (slot == Collection::kBatch || collection.seen_count == Collection::kMaxModules) return 1;
  *end = module;
  ++collection.seen_count;
  std::strncpy(collection.paths[slot], file, PATH_MAX - 1);
  return 0;
}

void write_batch() {
  static constinit char full_path[PATH_MAX];  // guarded by collection.busy
  for (std::size_t slot = 0; collection.written < collection.seen_count; ++slot) {
    const Module& module = collection.seen[collection.written++];
    const char* path = collection.paths[slot];
    DefinitionLine("module")
        .hex(module.bias)
        .hex(module.begin)
        .hex(module.end)
        .text(realpath(path, full_path) != nullptr ? full_path : path);
  }
}

}  // namespace

void define_new_modules() {
  if (collection.busy.test_and_set(std::memory_order_acquire)) return;  // somebody is at it
  std::size_t before = 0;
  do {
    before = collection.written;
    dl_iterate_phdr(collect, nullptr);
    write_batch();
  } while (collection.written != before);
  collection.busy.clear(std::memory_order_release);
}

}  // namespace tarry::runtime::core
