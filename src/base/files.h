// SPDX-License-Identifier: BSD-3-Clause
// The one way to read a whole file and the one way to replace one. A file is there whole or not at
// all: it is written beside its place under a temporary name and renamed when every byte is on its
// way to the disk. Readers never see half a file, and an old one survives a full disk. What is not
// a regular file (a pipe, /dev/stdout) is written directly. The injected runtime uses these
// functions at the program's exit: they print nothing, throw nothing but what memory throws, and
// leave no open file to a child process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::base {

// The whole content. NotFound if there is no such file, else Io.
Result<std::string> read_file(const std::filesystem::path& path);

// The whole content at once. A new file may be read and written by whom the user's umask allows.
// After an Error, `path` is what it was before.
Status write_file(const std::filesystem::path& path, std::string_view content);

// The same in pieces, for content that should not be in memory as a whole.
class AtomicFile {
 public:
  static Result<AtomicFile> open(const std::filesystem::path& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  // Without commit() nothing is left behind.
  ~AtomicFile();

  Status write(std::string_view bytes);
  Status commit();

 private:
  AtomicFile() = default;
  Status write_through(std::string_view bytes);
  [[nodiscard]] Error failure(const char* what) const;

  std::string path_;
  std::string temporary_;  // empty: written directly
  std::string buffered_;
  int file_ = -1;
};

}  // namespace tarry::base
