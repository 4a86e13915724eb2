// SPDX-License-Identifier: BSD-3-Clause
// The members of a .cubex, read where they are needed. The numbers of a report have no redundancy.
// Our files carry checksums, so a flipped bit is an error instead of another number; a member that
// is read as a whole is compared with its checksum.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "report/byte_source.h"
#include "report/tar.h"

namespace tarry::report {

// Thread: one. Errors have no `where`.
class CubexArchive {
 public:
  // The archive may be gzipped; then it is unpacked into memory, up to `limit` bytes.
  static base::Result<CubexArchive> open(ByteSource bytes, std::uint64_t limit);

  [[nodiscard]] bool has(std::string_view name) const { return members_.contains(name); }
  // Returns 0 if there is no such member.
  [[nodiscard]] std::uint64_t size_of(std::string_view name) const;
  [[nodiscard]] bool has_checksum(std::string_view name) const { return checksums_.contains(name); }
  [[nodiscard]] base::Result<std::string> whole(std::string_view name) const;
  // Reads a part of a member into `bytes`, which must have room for `size`; no checksum is
  // compared.
  base::Status part(std::string_view name, std::uint64_t offset, std::uint64_t size,
                    char* bytes) const;
  [[nodiscard]] base::Result<std::string> part(std::string_view name, std::uint64_t offset,
                                               std::uint64_t size) const;
  // Compares all members with their checksums.
  [[nodiscard]] base::Status verify() const;

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_.bytes_read(); }

 private:
  explicit CubexArchive(ByteSource bytes) : bytes_(std::move(bytes)) {}
  base::Status read_checksums();

  ByteSource bytes_;
  TarMembers members_;
  std::map<std::string, std::string, std::less<>> checksums_;  // as text, by member
};

}  // namespace tarry::report
