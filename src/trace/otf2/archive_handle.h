// SPDX-License-Identifier: BSD-3-Clause
// Ownership of an OTF2_Archive that is open for writing, and the settings of all our archives. Each
// location and the global definitions get a handle of their own: handles share nothing, so threads
// and processes write into one archive without any lock.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "model/ids.h"
#include "trace/otf2/chunk_memory.h"

namespace tarry::trace::otf2 {

// Events: chunks of the size from which on the library writes them without its own buffer, which it
// would use after giving it back when a disk is full.
inline constexpr std::uint64_t kEventChunkBytes = 4 * 1024 * 1024;
inline constexpr std::uint64_t kDefinitionChunkBytes = 4 * 1024 * 1024;

// The library fills each last chunk with zeros up to its end, which takes most of the time for a
// location of a few events. A file of one chunk may have a smaller one than its anchor file says:
// readers accept that.
inline constexpr std::uint64_t kSmallChunkBytes = 256 * 1024;  // the library's lower limit

struct ChunkBytes {
  std::uint64_t events = kEventChunkBytes;
  std::uint64_t definitions = kDefinitionChunkBytes;
};

// String ids that the global definitions fix. ProgramBegin records refer to one of them and are
// written, without a mapping table, before the definitions are. Further programs of the run follow
// the first.
inline constexpr OTF2_StringRef kEmptyString = 0;
inline constexpr OTF2_StringRef kProgramString = 1;

// The id of the attribute kAnySourceAttribute.
inline constexpr OTF2_AttributeRef kAnySource = 0;
// The id of the attribute kJoinedCallsAttribute.
inline constexpr OTF2_AttributeRef kJoinedCalls = 1;
// The id of the attribute kNeighborhoodAttribute.
inline constexpr OTF2_AttributeRef kNeighborhood = 2;

// The ids of the groups that events refer to are fixed, too: the group of all processes comes
// first.
inline OTF2_GroupRef group_reference(model::GroupId group) {
  return group.valid() ? group.value + 1 : OTF2_UNDEFINED_GROUP;
}

struct CloseArchive {
  void operator()(OTF2_Archive* archive) const { OTF2_Archive_Close(archive); }

  std::unique_ptr<ChunkMemory> memory{};
};
using ArchiveHandle = std::unique_ptr<OTF2_Archive, CloseArchive>;

// The files that a handle may write. Only one handle, the Definitions one, may write traces.def and
// traces.otf2 (the latter when it is closed); any number of Events handles write below traces/.
enum class WriterRole { Events, Definitions };

// Opens `directory`/traces for writing. The folder and its folder `traces` must exist.
// Thread: any.
base::Result<ArchiveHandle> open_for_writing(const std::filesystem::path& directory,
                                             WriterRole role, ChunkBytes chunks);

// Keeps the library from writing its messages to stderr. Thread: any.
void silence_library();

// Returns `code` as our error: what failed, where, with the library's description of the reason.
base::Error library_error(OTF2_ErrorCode code, std::string what, std::string where);

}  // namespace tarry::trace::otf2
