// SPDX-License-Identifier: BSD-3-Clause
// Files of an archive as the reader sees them: a sequence of chunks of equal size (the last one
// shorter), each of which can be decoded by itself.
//
// We decode archives here and do not use the OTF2 library, which never stops reading a file that is
// cut inside a later chunk: docs/decisions/004-own-otf2-decoder.md. Tests compare the results of
// our decoder with the library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/result.h"
#include "trace/otf2/record_cursor.h"

namespace tarry::trace::otf2 {

// First byte of an entry in a chunk; larger values are records.
enum class Mark : std::uint8_t {
  EndOfChunk = 0,
  EndOfBuffer = 1,
  EndOfFile = 2,
  ChunkHeader = 3,
  TimeStamp = 5,
  AttributeList = 6,
};

inline constexpr std::uint8_t kBigEndian = 0x23;
inline constexpr std::uint8_t kLittleEndian = 0x42;

// An open file, read chunk by chunk.
class ChunkedFile {
 public:
  static base::Result<ChunkedFile> open(const std::filesystem::path& path,
                                        std::uint64_t chunk_bytes);

  ChunkedFile(ChunkedFile&&) noexcept;
  ChunkedFile& operator=(ChunkedFile&&) = delete;
  ~ChunkedFile();

  // Reads the next chunk. Returns false at the end of the file, and an error if the operating
  // system cannot read. The chunk stays valid until the next call.
  base::Result<bool> next();

  // Reads a part of the file instead, from `offset` in the content of a chunk on (0: from the
  // begin), and of that chunk at first. From then on the file ends at `end`.
  base::Result<bool> next_from(std::uint64_t offset, std::uint64_t end);

  // Returns the content of the chunk behind its header; !ok() if the header is not sound.
  [[nodiscard]] RecordCursor chunk() const;
  // Returns where that content begins in the file.
  [[nodiscard]] std::uint64_t chunk_offset() const { return content_; }

 private:
  ChunkedFile(int file, std::string path, std::uint64_t file_bytes, std::uint64_t chunk_bytes);

  int file_;
  std::string path_;
  std::uint64_t file_bytes_;
  std::uint64_t chunk_bytes_;
  std::uint64_t offset_ = 0;   // start of the next chunk
  std::uint64_t content_ = 0;  // start of the content of the current chunk
  std::size_t filled_ = 0;     // bytes in the current chunk
  std::unique_ptr<std::uint8_t[]> buffer_;
};

// Makes the system begin to fetch the first bytes of a file that will be read soon.
void prefetch(const std::filesystem::path& path, std::uint64_t bytes);

// Returns the whole of a small file, followed by kCursorPadding zero bytes.
base::Result<std::vector<std::uint8_t>> read_padded(const std::filesystem::path& path);

}  // namespace tarry::trace::otf2
