// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/definitions_file.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/experiment_files.h"
#include "base/platform.h"
#include "runtime/core/file_window.h"

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kWindowBytes = 64u << 10;

// Opens the file, which is done for each window: see LogWriter. Returns a negative number on
// failure.
int open_in(const char* directory) {
  static constinit char path[PATH_MAX + 400];
  std::snprintf(path, sizeof path, "%s/%s", directory, base::kDefinitionsFile);
  return open(path, O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
}

}  // namespace

bool DefinitionsFile::make_room(const char* directory, std::size_t length) {
  if (next_ + length <= window_ + window_bytes_) return true;
  const std::uint64_t bytes = std::max<std::uint64_t>(kWindowBytes, length);
  const int file = open_in(directory);
  if (file < 0) return false;
  const std::uint64_t window =
      reserve_range(file, used_, bytes) == 0 ? map_range(file, used_, bytes) : 0;
  close(file);
  if (window == 0) return false;
  if (window_ != 0) unmap_range(window_, window_bytes_);
  window_ = next_ = window;
  window_bytes_ = bytes;
  return true;
}

// The first byte is stored last: a reader stops at the first zero and sees only whole lines.
void DefinitionsFile::add(const char* directory, const char* line, std::size_t length) {
  if (length == 0 || !make_room(directory, length)) return;
  char* place = reinterpret_cast<char*>(next_);
  std::memcpy(place + 1, line + 1, length - 1);
  base::compiler_barrier();
  *place = *line;
  next_ += length;
  used_ += length;
}

void DefinitionsFile::trim(const char* directory) {
  if (window_ == 0) return;
  unmap_range(window_, window_bytes_);
  window_ = next_ = window_bytes_ = 0;
  const int file = open_in(directory);
  if (file < 0) return;
  (void)!ftruncate(file, static_cast<off_t>(used_));
  close(file);
}

}  // namespace tarry::runtime::core
