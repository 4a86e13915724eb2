// SPDX-License-Identifier: BSD-3-Clause
#include "report/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/files.h"

namespace tarry::report {

using base::Error;
using base::ErrorCode;

base::Result<ByteSource> ByteSource::open(const std::string& path) {
  ByteSource source;
  source.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (source.file_ >= 0 && ::fstat(source.file_, &status) == 0 && S_ISREG(status.st_mode)) {
    source.size_ = static_cast<std::uint64_t>(status.st_size);
    return source;
  }
  TRY_ASSIGN(std::string content, base::read_file(path));
  return in_memory(std::move(content));
}

ByteSource ByteSource::in_memory(std::string bytes) {
  ByteSource source;
  source.memory_ = std::move(bytes);
  source.size_ = source.memory_.size();
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      memory_(std::move(other.memory_)),
      size_(std::exchange(other.size_, 0)),
      bytes_read_(other.bytes_read_) {}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(bytes_read_, other.bytes_read_);
  return *this;
}

ByteSource::~ByteSource() {
  if (file_ >= 0) ::close(file_);
}

base::Result<std::string> ByteSource::read(std::uint64_t offset, std::uint64_t size) const {
  std::string bytes;
  if (offset <= size_ && size <= size_ - offset) bytes.resize(static_cast<std::size_t>(size));
  TRY(read(offset, size, bytes.data()));
  return bytes;
}

base::Status ByteSource::read(std::uint64_t offset, std::uint64_t size, char* bytes) const {
  if (offset > size_ || size > size_ - offset)
    return Error{ErrorCode::BadInput, "the file ends too early", "", "was it cut off?"};
  bytes_read_ += size;
  if (file_ < 0) {
    std::copy_n(memory_.data() + offset, size, bytes);
    return base::kOk;
  }
  while (size > 0) {
    const ssize_t got = ::pread(file_, bytes, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return Error{ErrorCode::Io, std::string("cannot read: ") + std::strerror(errno), "", ""};
    if (got == 0)
      return Error{ErrorCode::Io, "the file has become shorter while it was read", "", ""};
    bytes += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::uint64_t>(got);
  }
  return base::kOk;
}

}  // namespace tarry::report
