// SPDX-License-Identifier: BSD-3-Clause
// Storage for the chunks that the OTF2 library has not written yet. By itself the library collects
// 128 MiB of each file before it writes. With this storage it writes when it has two chunks, which
// are still in the caches, and nothing is lost when it gives up after a full disk.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace tarry::trace::otf2 {

// The chunks of the files of one archive handle. The ChunkMemory must outlive the handle. Thread:
// that of the handle.
class ChunkMemory {
 public:
  // Register them with the handle; their user data is the ChunkMemory.
  static const OTF2_MemoryCallbacks kCallbacks;

 private:
  struct File {
    std::vector<std::unique_ptr<std::byte[]>> chunks;  // kept for the whole life of the file
    std::size_t used = 0;
  };

  static void* allocate(void* self, OTF2_FileType type, OTF2_LocationRef location, void** file,
                        std::uint64_t bytes);
  static void free_all(void* self, OTF2_FileType type, OTF2_LocationRef location, void** file,
                       bool final);

  std::vector<std::unique_ptr<File>> files_;
};

}  // namespace tarry::trace::otf2
