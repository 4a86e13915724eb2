// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/chunk_memory.h"

#include <new>

namespace tarry::trace::otf2 {
namespace {

constexpr std::size_t kChunksOfAFile = 2;

}  // namespace

const OTF2_MemoryCallbacks ChunkMemory::kCallbacks = {allocate, free_all};

// If it gets no chunk, the library writes those that it has, frees them and asks again. No
// exception may pass through it.
void* ChunkMemory::allocate(void* self, OTF2_FileType, OTF2_LocationRef, void** file,
                            std::uint64_t bytes) try {
  if (*file == nullptr)
    *file = static_cast<ChunkMemory*>(self)->files_.emplace_back(std::make_unique<File>()).get();
  File& chunks_of = *static_cast<File*>(*file);
  if (chunks_of.used == kChunksOfAFile) return nullptr;
  if (chunks_of.used == chunks_of.chunks.size())
    chunks_of.chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
  return chunks_of.chunks[chunks_of.used++].get();
} catch (const std::bad_alloc&) {
  return nullptr;
}

void ChunkMemory::free_all(void*, OTF2_FileType, OTF2_LocationRef, void** file, bool final) {
  if (*file == nullptr) return;
  File& chunks_of = *static_cast<File*>(*file);
  chunks_of.used = 0;
  if (final) chunks_of.chunks.clear();
}

}  // namespace tarry::trace::otf2
