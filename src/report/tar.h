// SPDX-License-Identifier: BSD-3-Clause
// The container of a .cubex: a tar archive of a few flat files. Reading tolerates common errors of
// writers (checksums are ignored, the archive may be gzipped) but is strict about sizes: no header
// makes it touch or allocate more than the file holds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "report/byte_source.h"

namespace tarry::report {

// Returns true if `bytes` starts with a tar header.
bool is_tar(std::string_view bytes);

// Where a member lies in its archive.
struct TarMember {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// Members by name, without folders.
using TarMembers = std::map<std::string, TarMember, std::less<>>;

// Reads the headers alone. Returns an Error without `where`: the caller knows the file.
base::Result<TarMembers> read_tar(const ByteSource& archive);

// Returns 512 bytes that announce a member of `size` bytes.
std::string tar_header(std::string_view name, std::uint64_t size);
// Returns the bytes that fill the last block of such a member.
std::string tar_padding(std::uint64_t size);
// Returns the end of an archive.
std::string tar_end();

// Returns the CRC-32 that zlib computes, of `bytes` behind those whose checksum is `before`.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

// Returns true if `bytes` starts like gzip.
bool is_gzip(std::string_view bytes);
// Returns at most `limit` bytes; more is an Error.
base::Result<std::string> gunzip(std::string_view bytes, std::uint64_t limit);
// Returns a gzip stream, which is the same for the same bytes.
base::Result<std::string> gzip(std::string_view bytes);

}  // namespace tarry::report
