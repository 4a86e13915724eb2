// SPDX-License-Identifier: BSD-3-Clause
// Bytes of which parts are read where they are needed: of a file, or in memory. It counts what is
// read, so that tests can tell whether a query reads more than it must.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::report {

// Thread: one.
class ByteSource {
 public:
  // Opens a file. What is not a regular file (a pipe) is read into memory as a whole. NotFound if
  // there is no such file, else Io.
  static base::Result<ByteSource> open(const std::string& path);
  static ByteSource in_memory(std::string bytes);

  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ~ByteSource();

  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Returns `size` bytes from `offset`. An Error has no `where`, and tells too if there are fewer.
  [[nodiscard]] base::Result<std::string> read(std::uint64_t offset, std::uint64_t size) const;
  // Reads into `bytes`, which must have room for `size`.
  [[nodiscard]] base::Status read(std::uint64_t offset, std::uint64_t size, char* bytes) const;

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  ByteSource() = default;

  int file_ = -1;
  std::string memory_;
  std::uint64_t size_ = 0;
  mutable std::uint64_t bytes_read_ = 0;
};

}  // namespace tarry::report
