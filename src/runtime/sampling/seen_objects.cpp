// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/seen_objects.h"

#include <limits.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>

#include "runtime/sampling/process_file.h"
#include "samples/sample_format.h"

namespace tarry::runtime::sampling {
namespace {

constexpr std::size_t kMost = 1024;

// Entries are added by one thread at a time and never change.
constinit std::atomic<std::uint64_t> identities[kMost] = {};
constinit std::atomic<std::size_t> count{0};
constinit std::atomic_flag adding = ATOMIC_FLAG_INIT;

// Returns the path of an object's file, as far as it can be known; guarded by `adding`.
const char* path_of(const link_map& map) {
  static constinit char path[PATH_MAX];
  const char* name = map.l_name != nullptr ? map.l_name : "";
  if (name[0] == '\0') {  // the program itself
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[std::max<ssize_t>(length, 0)] = '\0';
    return path;
  }
  const bool is_relative = name[0] != '/' && std::strchr(name, '/') != nullptr;
  if (!is_relative || getcwd(path, sizeof path) == nullptr) return name;
  const std::size_t length = std::strlen(path);
  if (length + 1 + std::strlen(name) >= sizeof path) return name;
  path[length] = '/';
  std::strcpy(path + length + 1, name);
  return path;
}

std::size_t find(std::uint64_t identity, std::size_t begin, std::size_t end) {
  for (; begin < end; ++begin)
    if (identities[begin].load(std::memory_order_relaxed) == identity) break;
  return begin;
}

std::uint16_t add(std::uint64_t identity, const dl_find_object& object, std::size_t looked_at) {
  using tarry::samples::PathNode;
  if (adding.test_and_set(std::memory_order_acquire)) return PathNode::kNoModule;
  const std::size_t now = count.load(std::memory_order_relaxed);
  std::size_t number = find(identity, looked_at, now);
  const link_map& map = *object.dlfo_link_map;
  if (number == now) {
    const auto address = [](const void* pointer) {
      return static_cast<unsigned long long>(reinterpret_cast<std::uint64_t>(pointer));
    };
    if (now < kMost &&
        write_process_line("module", "\t%zu\t%llx\t%llx\t%llx", path_of(map), now,
                           static_cast<unsigned long long>(map.l_addr),
                           address(object.dlfo_map_start), address(object.dlfo_map_end))) {
      identities[now].store(identity, std::memory_order_relaxed);
      count.store(now + 1, std::memory_order_release);
    } else {
      number = PathNode::kNoModule;
    }
  }
  adding.clear(std::memory_order_release);
  return static_cast<std::uint16_t>(number);
}

std::uint16_t number_of_object(std::uint64_t identity, const dl_find_object& object) {
  const std::size_t now = count.load(std::memory_order_acquire);
  const std::size_t number = find(identity, 0, now);
  return number != now ? static_cast<std::uint16_t>(number) : add(identity, object, now);
}

}  // namespace

unwinding::ObjectFacts describe_object(std::uint64_t identity, const dl_find_object& object) {
  unwinding::ObjectFacts facts;
  facts.module = number_of_object(identity, object);
  facts.is_ours = unwinding::is_ours(object);
  facts.is_final = facts.module != tarry::samples::PathNode::kNoModule;
  return facts;
}

}  // namespace tarry::runtime::sampling
