// SPDX-License-Identifier: BSD-3-Clause
// A file that exists whole or not at all: it is written beside its place under a temporary name and
// renamed when every byte is on its way to the disk. Readers never see half a file, and an old one
// survives a full disk. If the target is not a regular file (a pipe, /dev/stdout), it is written
// directly.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::base {

class AtomicFile {
 public:
  static Result<AtomicFile> open(const std::string& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  // Without commit() no file is left behind.
  ~AtomicFile();

  Status write(std::string_view bytes);
  Status commit();

 private:
  AtomicFile() = default;
  [[nodiscard]] Error failure(const char* what) const;

  std::string path_;
  std::string temporary_;  // empty: written directly
  std::FILE* file_ = nullptr;
};

// Writes the whole content at once.
Status write_file(const std::string& path, std::string_view content);

// Returns the whole content of a file.
Result<std::string> read_file(const std::string& path);

}  // namespace tarry::base
