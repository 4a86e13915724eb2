// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/anchor.h"

#include <string>

#include "base/experiment_files.h"
#include "trace/otf2/archive_file.h"

namespace tarry::trace::otf2 {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t kPosixFiles = 1;
constexpr std::uint8_t kSionlibFiles = 2;
constexpr std::uint8_t kNotCompressed = 1;

// The library allows 256 KiB to 16 MiB.
constexpr std::uint64_t kSmallestChunk = 1024;
constexpr std::uint64_t kLargestChunk = 256 * 1024 * 1024;

// Returns whether a property says that the times were not measured. What is damaged here says
// nothing, as in archives without properties.
bool denies_measured_times(RecordCursor& cursor) {
  for (int skipped = 0; skipped < 3; ++skipped) cursor.string();  // machine, creator, description
  for (std::uint32_t left = cursor.full32(); left > 0 && cursor.ok(); --left) {
    const std::string_view name = cursor.string();
    const std::string_view value = cursor.string();
    if (name == kMeasuredTimes) return value == "false";
  }
  return false;
}

base::Result<Anchor> parse(const std::vector<std::uint8_t>& bytes, const fs::path& file) {
  const base::Error damaged{base::ErrorCode::BadInput, "not the anchor file of an OTF2 trace",
                            file.string(), "the file is damaged or something else"};
  const std::uint8_t* begin = bytes.data();
  const std::uint8_t* end = begin + bytes.size() - kCursorPadding;
  if (end - begin < 2 || begin[0] != static_cast<std::uint8_t>(Mark::ChunkHeader)) return damaged;
  if (begin[1] != kBigEndian && begin[1] != kLittleEndian) return damaged;
  RecordCursor cursor(begin + 2, end, begin[1] == kBigEndian);
  if (cursor.string() != "OTF2") return damaged;
  for (int skipped = 0; skipped < 5; ++skipped) cursor.u8();  // versions: anchor, format, writer
  Anchor anchor;
  anchor.event_chunk_bytes = cursor.full64();
  anchor.definition_chunk_bytes = cursor.full64();
  const std::uint8_t substrate = cursor.u8();
  const std::uint8_t compression = cursor.u8();
  anchor.locations = cursor.full64();
  anchor.global_definitions = cursor.full64();
  if (!cursor.ok()) return damaged;
  if (substrate == kSionlibFiles)
    return base::Error{base::ErrorCode::Unsupported, "the trace is stored in SIONlib files",
                       file.string(),
                       "record it without SIONlib; Score-P: SCOREP_TRACING_USE_SION=false"};
  if (substrate != kPosixFiles) return damaged;
  if (compression != kNotCompressed)
    return base::Error{base::ErrorCode::Unsupported, "the trace's event files are compressed",
                       file.string(), "record it without compression"};
  for (const std::uint64_t chunk : {anchor.event_chunk_bytes, anchor.definition_chunk_bytes})
    if (chunk < kSmallestChunk || chunk > kLargestChunk) return damaged;
  anchor.has_measured_times = !denies_measured_times(cursor);
  return anchor;
}

}  // namespace

fs::path Anchor::definition_file() const { return directory / (name + ".def"); }

fs::path Anchor::event_file(std::uint64_t location) const {
  return directory / name / (std::to_string(location) + ".evt");
}

fs::path Anchor::local_definition_file(std::uint64_t location) const {
  return directory / name / (std::to_string(location) + ".def");
}

base::Result<Anchor> read_anchor(const fs::path& path) {
  std::error_code ignored;
  const fs::path file = fs::is_directory(path, ignored) ? path / base::kArchiveFile : path;
  if (!fs::exists(file, ignored))
    return base::Error{base::ErrorCode::NotFound, "no OTF2 trace here", file.string(),
                       "give the file traces.otf2 or the directory that holds it"};
  TRY_ASSIGN(const std::vector<std::uint8_t> bytes, read_padded(file));
  TRY_ASSIGN(Anchor anchor, parse(bytes, file));
  anchor.directory = file.parent_path();
  anchor.name = file.stem().string();
  return anchor;
}

}  // namespace tarry::trace::otf2
