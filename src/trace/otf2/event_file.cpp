// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/event_file.h"

#include <fstream>
#include <utility>

#include "base/experiment_files.h"
#include "trace/otf2/local_definition_writer.h"

namespace tarry::trace::otf2 {
namespace {

// The number of events that fit into a small chunk: no event takes more than 64 bytes with its time
// stamp.
constexpr std::uint64_t kFewEvents = 4000;
static_assert(kFewEvents * 64 + 1024 < kSmallChunkBytes);

// Every file of the library ends with the marks for "end of file" and "end of chunk".
bool is_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char end[2] = {};
  return file.seekg(-2, std::ios::end) && file.read(end, 2) && end[0] == 2 && end[1] == 1;
}

}  // namespace

base::Result<EventFile> EventFile::open(const std::filesystem::path& directory,
                                        std::uint64_t trace_id, std::uint64_t most_events) {
  const bool small = most_events <= kFewEvents;
  const ChunkBytes chunks =
      small ? ChunkBytes{.events = kSmallChunkBytes, .definitions = kSmallChunkBytes}
            : ChunkBytes{};
  TRY_ASSIGN(ArchiveHandle archive, open_for_writing(directory, WriterRole::Events, chunks));
  const std::string path =
      (directory / base::kArchiveFolder / (std::to_string(trace_id) + ".evt")).string();
  if (const auto code = OTF2_Archive_OpenEvtFiles(archive.get()); code != OTF2_SUCCESS)
    return library_error(code, "cannot open the event file", path);
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive.get(), trace_id);
  if (events == nullptr)
    return base::Error{base::ErrorCode::Io, "cannot open the event file", path, ""};
  return EventFile(std::move(archive), events, trace_id, path, most_events, small);
}

base::Result<std::uint64_t> EventFile::finish(const LocalIdTables& ids,
                                              const std::vector<ClockOffset>& clock_offsets) {
  if (!archive_)
    return base::Error{base::ErrorCode::Failed, "event file was finished before", path_, ""};
  std::uint64_t count = 0;
  if (sound()) keep(OTF2_EvtWriter_GetNumberOfEvents(events_, &count));
  if (sound()) keep(OTF2_Archive_CloseEvtWriter(archive_.get(), events_));
  if (sound()) keep(OTF2_Archive_CloseEvtFiles(archive_.get()));
  events_ = nullptr;
  if (sound())
    keep(write_local_definitions(archive_.get(), trace_id_, ids, clock_offsets, last_, is_small_));
  OTF2_Archive* archive = archive_.release();  // leaked after a failure, see sound()
  if (sound()) keep(OTF2_Archive_Close(archive));
  if (!sound()) return library_error(first_failure_, "cannot write the event file", path_);
  // The library reports success even if it could not write the rest of a file.
  for (const char* suffix : {".evt", ".def"})
    if (const auto file = std::filesystem::path(path_).replace_extension(suffix); !is_whole(file))
      return base::Error{base::ErrorCode::Io, "cannot write all of the event file", file.string(),
                         "is the disk full?"};
  return count;
}

}  // namespace tarry::trace::otf2
