// SPDX-License-Identifier: BSD-3-Clause
// The container of a .cubex: a tar archive of a few flat files. Reading is tolerant where writers
// of the field err (checksums are not looked at, the archive may be gzipped) and strict about
// sizes: no header makes it touch or allocate more than the file holds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::report {

// True if `bytes` starts with a tar header.
bool is_tar(std::string_view bytes);

// Members by name, folders stripped; the views lie in the archive.
using TarMembers = std::map<std::string, std::string_view, std::less<>>;

// An Error has no `where`: the caller knows the file.
base::Result<TarMembers> read_tar(std::string_view archive);

// 512 bytes that announce a member of `size` bytes.
std::string tar_header(std::string_view name, std::uint64_t size);
// What fills the last block of such a member.
std::string tar_padding(std::uint64_t size);
// The end of an archive.
std::string tar_end();

// CRC-32 as zlib computes it.
std::uint32_t checksum(std::string_view bytes);

// True if `bytes` starts as gzip does.
bool is_gzip(std::string_view bytes);
// At most `limit` bytes; more is an Error.
base::Result<std::string> gunzip(std::string_view bytes, std::uint64_t limit);

}  // namespace tarry::report
