// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/scratch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace tarry::event_library {
namespace {

constexpr std::size_t kMostInMemory = std::size_t{32} << 20;

base::Error failure(const std::filesystem::path& directory) {
  return {base::ErrorCode::Io, "cannot keep the index of the trace", directory.string(),
          std::generic_category().message(errno) + "; name another folder with Options::scratch"};
}

}  // namespace

Scratch::Scratch(Scratch&& other) noexcept
    : directory_(std::move(other.directory_)),
      buffer_(std::move(other.buffer_)),
      file_(std::exchange(other.file_, -1)),
      written_(std::exchange(other.written_, 0)),
      mapped_(std::exchange(other.mapped_, nullptr)) {
  other.buffer_.clear();
}

Scratch::~Scratch() {
  if (mapped_ != nullptr) ::munmap(mapped_, written_);
  if (file_ >= 0) ::close(file_);
}

base::Status Scratch::append(const void* bytes, std::size_t count) {
  const auto* const begin = static_cast<const std::byte*>(bytes);
  buffer_.insert(buffer_.end(), begin, begin + count);
  return buffer_.size() < kMostInMemory ? base::kOk : write_out();
}

base::Status Scratch::write_out() {
  if (file_ < 0) {
    std::string name = directory_ / ".tarry-trace-XXXXXX";
    file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file_ < 0) return failure(directory_);
    ::unlink(name.c_str());
  }
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t wrote = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return failure(directory_);
    done += static_cast<std::size_t>(wrote);
  }
  written_ += buffer_.size();
  buffer_.clear();
  return base::kOk;
}

base::Status Scratch::map() {
  if (file_ < 0 || mapped_ != nullptr) return base::kOk;
  TRY(write_out());
  void* const pages = ::mmap(nullptr, written_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (pages == MAP_FAILED) return failure(directory_);
  mapped_ = static_cast<std::byte*>(pages);
  buffer_.shrink_to_fit();
  return base::kOk;
}

}  // namespace tarry::event_library
