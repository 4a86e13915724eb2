// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/core/file_window.h"

namespace tarry::runtime::sampling {
namespace {

ino_t number_of(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

}  // namespace

int GrowingFile::create(const char* new_path) {
  path = new_path;
  const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, core::kFileMode);
  if (file >= 0) number = number_of(file);
  return file;
}

int GrowingFile::open_again() const {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0 || number_of(file) == number) return file;
  ::close(file);
  errno = ENOENT;
  return -1;
}

}  // namespace tarry::runtime::sampling
