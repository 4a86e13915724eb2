// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/log_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/experiment_files.h"
#include "runtime/core/file_window.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kHeaderBytes;
using trace::eventlog::kLogMagic;
using trace::eventlog::kLogVersion;

constexpr std::size_t kMaxPath = 4200;

// This is not on the stack, because the caller may be a thread or a signal handler with very little
// of it. Guarded by the callers' lock.
constinit char path[kMaxPath];

bool make_path(const char* directory, std::uint32_t thread) {
  const int length = std::snprintf(path, sizeof path, "%s/%s%u%s", directory, base::kThreadPrefix,
                                   thread, base::kEventLogEnding);
  return length > 0 && static_cast<std::size_t>(length) < sizeof path;
}

std::uint64_t window_offset(std::uint64_t window_bytes, std::uint32_t index) {
  return kHeaderBytes + index * window_bytes;
}

}  // namespace

int LogWriter::create(const char* directory, const LogHeader& start) {
  if (!make_path(directory, start.thread)) return ENAMETOOLONG;
  const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (file < 0) return errno;
  int error = reserve_range(file, 0, kHeaderBytes + start.window_bytes);
  if (error == 0) {
    const std::uint64_t header = map_range(file, 0, kHeaderBytes);
    window_ = header == 0 ? 0 : map_range(file, kHeaderBytes, start.window_bytes);
    if (window_ == 0) {
      error = errno;
      if (header != 0) unmap_range(header, kHeaderBytes);
    } else {
      header_ = reinterpret_cast<LogHeader*>(header);
    }
  }
  ::close(file);
  if (error != 0) {
    unlink(path);
    return error;
  }
  window_bytes_ = start.window_bytes;
  ready_end_ = window_end();
  *header_ = start;
  header_->version = kLogVersion;
  header_->windows = 1;
  std::memcpy(header_->magic, kLogMagic, sizeof kLogMagic);
  return 0;
}

int LogWriter::next_window(const char* directory, bool keep_mapped) {
  if (!make_path(directory, header_->thread)) return ENAMETOOLONG;
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return errno;
  const std::uint64_t offset = window_offset(window_bytes_, header_->windows);
  int error = reserve_range(file, offset, window_bytes_);
  if (error == 0) {
    const std::uint64_t window = map_range(file, offset, window_bytes_);
    if (window == 0) {
      error = errno;
    } else {
      if (!keep_mapped) unmap_range(window_, window_bytes_);
      window_ = window;
      ready_end_ = window_end();
      ++header_->windows;
    }
  }
  if (error != 0) (void)!ftruncate(file, static_cast<off_t>(offset));
  ::close(file);
  return error;
}

int LogWriter::restart(const char* directory, std::uint64_t used_until) {
  if (header_->windows > 1) {
    if (!make_path(directory, header_->thread)) return ENAMETOOLONG;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return errno;
    const std::uint64_t window = map_range(file, kHeaderBytes, window_bytes_);
    const int error = window == 0 ? errno : 0;
    if (error == 0) {
      unmap_range(window_, window_bytes_);
      window_ = window;
      used_until = window_ + window_bytes_;
      (void)!ftruncate(file, static_cast<off_t>(kHeaderBytes + window_bytes_));
    }
    ::close(file);
    if (error != 0) return error;
  }
  header_->windows = 1;
  reuse_window(used_until);
  return 0;
}

void LogWriter::reuse_window(std::uint64_t used_until) {
  ++header_->emptied;
  ready_end_ = window_end();
  std::memset(reinterpret_cast<void*>(window_), 0, used_until - window_);
}

std::uint64_t LogWriter::file_offset(std::uint64_t address) const {
  return window_offset(window_bytes_, header_->windows - 1) + (address - window_);
}

void LogWriter::touch_ahead(std::uint64_t place) {
  constexpr std::uint64_t kStep = 256u << 10;
  const std::uint64_t end = std::min(place + kStep, window_end());
  touch_range(place, end);
  ready_end_ = end;
}

void LogWriter::close(const char* directory, std::uint64_t used_until) {
  if (header_ == nullptr) return;
  if (make_path(directory, header_->thread)) {
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file >= 0) {
      const std::uint64_t used = used_until - window_;
      const std::uint64_t offset = window_offset(window_bytes_, header_->windows - 1) + used;
      // The window keeps its size in the file, as its readers expect, but gives its blocks back.
      // Where the file system cannot do that, they stay.
      (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                      static_cast<off_t>(window_bytes_ - used));
      ::close(file);
    }
  }
  unmap_range(window_, window_bytes_);
  unmap_range(reinterpret_cast<std::uint64_t>(header_), kHeaderBytes);
  header_ = nullptr;
  window_ = 0;
}

}  // namespace tarry::runtime::core
