// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/archive_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace tarry::trace::otf2 {
namespace {

// The header has a mark, the endianness, and the numbers of the first and the last event.
constexpr std::size_t kChunkHeaderBytes = 18;

base::Error system_error(const std::string& what, const std::string& where) {
  const int number = errno;
  return {number == ENOENT ? base::ErrorCode::NotFound : base::ErrorCode::Io, what, where,
          std::generic_category().message(number)};
}

// Reads up to `bytes` bytes, fewer only at the end of the file; -1 on failure.
ssize_t read_at(int file, std::uint8_t* to, std::size_t bytes, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::pread(file, to + done, bytes - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

}  // namespace

base::Result<ChunkedFile> ChunkedFile::open(const std::filesystem::path& path,
                                            std::uint64_t chunk_bytes) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error("cannot open the trace file", path.string());
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    return base::Error{base::ErrorCode::BadInput, "not a regular file", path.string(), ""};
  }
  return ChunkedFile(file, path.string(), static_cast<std::uint64_t>(status.st_size), chunk_bytes);
}

ChunkedFile::ChunkedFile(int file, std::string path, std::uint64_t file_bytes,
                         std::uint64_t chunk_bytes)
    : file_(file),
      path_(std::move(path)),
      file_bytes_(file_bytes),
      chunk_bytes_(chunk_bytes),
      buffer_(new std::uint8_t[std::min(file_bytes, chunk_bytes) + kCursorPadding]) {}

ChunkedFile::ChunkedFile(ChunkedFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      file_bytes_(other.file_bytes_),
      chunk_bytes_(other.chunk_bytes_),
      offset_(other.offset_),
      filled_(other.filled_),
      buffer_(std::move(other.buffer_)) {}

ChunkedFile::~ChunkedFile() {
  if (file_ >= 0) ::close(file_);
}

base::Result<bool> ChunkedFile::next() {
  filled_ = 0;
  if (offset_ >= file_bytes_) return false;
  const std::size_t wanted = std::min(chunk_bytes_, file_bytes_ - offset_);
  const ssize_t got = read_at(file_, buffer_.get(), wanted, offset_);
  if (got < 0) return system_error("cannot read the trace file", path_);
  content_ = offset_ + kChunkHeaderBytes;
  offset_ += wanted;
  // The system fetches the next chunk while this one is decoded.
  if (offset_ < file_bytes_)
    ::posix_fadvise(file_, static_cast<off_t>(offset_), static_cast<off_t>(chunk_bytes_),
                    POSIX_FADV_WILLNEED);
  filled_ = static_cast<std::size_t>(got);
  std::memset(buffer_.get() + filled_, 0, kCursorPadding);
  return filled_ > 0;
}

base::Result<bool> ChunkedFile::next_from(std::uint64_t offset, std::uint64_t end) {
  filled_ = 0;
  file_bytes_ = std::min(file_bytes_, end);
  if (offset >= file_bytes_ || chunk_bytes_ <= kChunkHeaderBytes) return false;
  if (offset == 0) offset = kChunkHeaderBytes;
  const std::uint64_t begin = offset - offset % chunk_bytes_;
  if (offset < begin + kChunkHeaderBytes) return false;
  const std::uint64_t end_of_part = std::min(begin + chunk_bytes_, file_bytes_);
  const ssize_t header = read_at(file_, buffer_.get(), kChunkHeaderBytes, begin);
  const ssize_t got =
      read_at(file_, buffer_.get() + kChunkHeaderBytes, end_of_part - offset, offset);
  if (header < 0 || got < 0) return system_error("cannot read the trace file", path_);
  content_ = offset;
  offset_ = begin + chunk_bytes_;
  filled_ = static_cast<std::size_t>(header + got);
  std::memset(buffer_.get() + filled_, 0, kCursorPadding);
  return filled_ > kChunkHeaderBytes;
}

RecordCursor ChunkedFile::chunk() const {
  const std::uint8_t* begin = buffer_.get();
  const std::uint8_t* end = begin + filled_;
  const bool sound = filled_ >= kChunkHeaderBytes &&
                     begin[0] == static_cast<std::uint8_t>(Mark::ChunkHeader) &&
                     (begin[1] == kLittleEndian || begin[1] == kBigEndian);
  if (!sound) {
    RecordCursor broken(end, end, false);
    broken.reject();
    return broken;
  }
  return {begin + kChunkHeaderBytes, end, begin[1] == kBigEndian};
}

void prefetch(const std::filesystem::path& path, std::uint64_t bytes) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return;
  ::posix_fadvise(file, 0, static_cast<off_t>(bytes), POSIX_FADV_WILLNEED);
  ::close(file);
}

base::Result<std::vector<std::uint8_t>> read_padded(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error("cannot open the trace file", path.string());
  struct stat status {};
  const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  std::vector<std::uint8_t> bytes(regular ? static_cast<std::size_t>(status.st_size) : 0);
  const ssize_t got = read_at(file, bytes.data(), bytes.size(), 0);
  ::close(file);
  if (!regular || got < 0)
    return base::Error{base::ErrorCode::Io, "cannot read the trace file", path.string(), ""};
  bytes.resize(static_cast<std::size_t>(got));
  bytes.insert(bytes.end(), kCursorPadding, 0);
  return bytes;
}

}  // namespace tarry::trace::otf2
