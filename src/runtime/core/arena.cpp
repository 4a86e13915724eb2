// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace tarry::runtime::core {
namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

// Guarded by Process::lock.
constinit std::byte* next = nullptr;
constinit std::size_t left = 0;

}  // namespace

void* allocate_for_good(std::size_t bytes) {
  if (bytes > SIZE_MAX - kChunk) return nullptr;
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (bytes > left) {
    const std::size_t chunk = std::max(kChunk, bytes);
    void* memory = mmap(nullptr, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    next = static_cast<std::byte*>(memory);
    left = chunk;
  }
  void* block = next;
  next += bytes;
  left -= bytes;
  return block;
}

}  // namespace tarry::runtime::core
