// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/archive_handle.h"

#include <cstdarg>
#include <cstring>

#include "base/experiment_files.h"

namespace tarry::trace::otf2 {
namespace {

OTF2_FlushType flush_when_full(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

// There is no post-flush callback: flushes of the measurement itself have records of their own.
constexpr OTF2_FlushCallbacks kFlushCallbacks = {flush_when_full, nullptr};

// The library's "serial" collectives make every handle the master, which refuses an archive whose
// folder exists and overwrites the anchor file when it is closed. With these collectives, a handle
// is rank 1 (no master) while it is opened, and rank 0 afterwards if it may write the definitions.
struct Master {
  bool opened = false;
  bool is_master = false;
};

OTF2_CallbackCode get_size(void*, OTF2_CollectiveContext*, std::uint32_t* size) {
  *size = 2;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode get_rank(void* data, OTF2_CollectiveContext*, std::uint32_t* rank) {
  const Master& master = *static_cast<Master*>(data);
  *rank = master.opened && master.is_master ? 0 : 1;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode create_local_comm(void*, OTF2_CollectiveContext**, OTF2_CollectiveContext*,
                                    std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                                    std::uint32_t, std::uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode free_local_comm(void*, OTF2_CollectiveContext*) { return OTF2_CALLBACK_SUCCESS; }

OTF2_CallbackCode barrier(void*, OTF2_CollectiveContext*) { return OTF2_CALLBACK_SUCCESS; }

std::size_t type_bytes(OTF2_Type type) {
  switch (type) {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
      return 1;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
      return 2;
    case OTF2_TYPE_UINT32:
    case OTF2_TYPE_INT32:
    case OTF2_TYPE_FLOAT:
      return 4;
    default:
      return 8;
  }
}

// While the handle is opened, the absent master sends "success", which is 0.
OTF2_CallbackCode bcast(void* data, OTF2_CollectiveContext*, void* values, std::uint32_t count,
                        OTF2_Type type, std::uint32_t) {
  if (!static_cast<Master*>(data)->opened) std::memset(values, 0, count * type_bytes(type));
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode gather(void*, OTF2_CollectiveContext*, const void*, void*, std::uint32_t,
                         OTF2_Type, std::uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode gatherv(void*, OTF2_CollectiveContext*, const void*, std::uint32_t, void*,
                          const std::uint32_t*, OTF2_Type, std::uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode scatter(void*, OTF2_CollectiveContext*, const void*, void*, std::uint32_t,
                          OTF2_Type, std::uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode scatterv(void*, OTF2_CollectiveContext*, const void*, const std::uint32_t*, void*,
                           std::uint32_t, OTF2_Type, std::uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}

// Called when the archive is closed: frees the Master that it was given.
void release(void* data, OTF2_CollectiveContext*, OTF2_CollectiveContext*) {
  delete static_cast<Master*>(data);
}

constexpr OTF2_CollectiveCallbacks kCollectives = {
    release, get_size, get_rank, create_local_comm, free_local_comm, barrier,
    bcast,   gather,   gatherv,  scatter,           scatterv};

OTF2_ErrorCode ignore_message(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                              const char*, va_list) {
  return code;
}

}  // namespace

void silence_library() {
  static const bool registered = (OTF2_Error_RegisterCallback(ignore_message, nullptr), true);
  static_cast<void>(registered);
}

base::Error library_error(OTF2_ErrorCode code, std::string what, std::string where) {
  return {base::ErrorCode::Io, std::move(what), std::move(where), OTF2_Error_GetDescription(code)};
}

base::Result<ArchiveHandle> open_for_writing(const std::filesystem::path& directory,
                                             WriterRole role, ChunkBytes chunks) {
  silence_library();
  ArchiveHandle archive(
      OTF2_Archive_Open(directory.c_str(), base::kArchiveFolder, OTF2_FILEMODE_WRITE, chunks.events,
                        chunks.definitions, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE),
      {std::make_unique<ChunkMemory>()});
  if (!archive)
    return base::Error{base::ErrorCode::Io, "cannot open the trace archive for writing",
                       directory.string(), ""};
  OTF2_ErrorCode code = OTF2_Archive_SetFlushCallbacks(archive.get(), &kFlushCallbacks, nullptr);
  if (code == OTF2_SUCCESS)
    code = OTF2_Archive_SetMemoryCallbacks(archive.get(), &ChunkMemory::kCallbacks,
                                           archive.get_deleter().memory.get());
  auto* master = new Master{.opened = false, .is_master = role == WriterRole::Definitions};
  if (code == OTF2_SUCCESS)
    code =
        OTF2_Archive_SetCollectiveCallbacks(archive.get(), &kCollectives, master, nullptr, nullptr);
  if (code != OTF2_SUCCESS)
    return library_error(code, "cannot open the trace archive for writing", directory.string());
  master->opened = true;
  return archive;
}

}  // namespace tarry::trace::otf2
