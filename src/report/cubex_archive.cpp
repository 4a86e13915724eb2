// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/cube_types.h"
#include "report/cubex_format.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

Error damaged_member(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged report: " + what, "", ""};
}

Error wrong_checksum(std::string_view name) {
  return damaged_member("'" + one_line(std::string(name)) + "' does not match its checksum");
}

}  // namespace

base::Result<CubexArchive> CubexArchive::open(ByteSource bytes, std::uint64_t limit) {
  constexpr std::uint64_t kFirstBlock = 512;
  TRY_ASSIGN(const std::string first, bytes.read(0, std::min(bytes.size(), kFirstBlock)));
  if (is_gzip(first)) {
    TRY_ASSIGN(const std::string packed, bytes.read(0, bytes.size()));
    TRY_ASSIGN(std::string unpacked, gunzip(packed, limit));
    bytes = ByteSource::in_memory(std::move(unpacked));
  }
  TRY_ASSIGN(const std::string header, bytes.read(0, std::min(bytes.size(), kFirstBlock)));
  if (!is_tar(header))
    return Error{ErrorCode::BadInput, "not a .cubex report (a tar archive)", "", ""};
  CubexArchive archive(std::move(bytes));
  TRY_ASSIGN(archive.members_, read_tar(archive.bytes_));
  TRY(archive.read_checksums());
  return archive;
}

base::Status CubexArchive::read_checksums() {
  if (!has(kChecksumMember)) return kOk;
  TRY_ASSIGN(const std::string list, whole(kChecksumMember));
  std::string_view lines = list;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.size() < 10) return damaged_member("its list of checksums is broken");
    const std::string name(line.substr(9));
    if (!has(name)) return damaged_member("'" + one_line(name) + "' is missing");
    checksums_[name] = line.substr(0, 8);
  }
  return kOk;
}

std::uint64_t CubexArchive::size_of(std::string_view name) const {
  const auto member = members_.find(name);
  return member == members_.end() ? 0 : member->second.size;
}

base::Result<std::string> CubexArchive::whole(std::string_view name) const {
  TRY_ASSIGN(std::string content, part(name, 0, size_of(name)));
  const auto listed = checksums_.find(name);
  if (listed != checksums_.end() && fmt::format("{:08x}", checksum(content)) != listed->second)
    return wrong_checksum(name);
  return content;
}

base::Status CubexArchive::part(std::string_view name, std::uint64_t offset, std::uint64_t size,
                                char* bytes) const {
  const auto member = members_.find(name);
  if (member == members_.end() || offset > member->second.size ||
      size > member->second.size - offset)
    return damaged_member("'" + one_line(std::string(name)) + "' ends too early");
  return bytes_.read(member->second.offset + offset, size, bytes);
}

base::Result<std::string> CubexArchive::part(std::string_view name, std::uint64_t offset,
                                             std::uint64_t size) const {
  std::string bytes;
  if (size <= size_of(name)) bytes.resize(static_cast<std::size_t>(size));
  TRY(part(name, offset, size, bytes.data()));
  return bytes;
}

base::Status CubexArchive::verify() const {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  for (const auto& [name, expected] : checksums_) {
    std::uint32_t sum = checksum("");
    for (std::uint64_t at = 0; at < size_of(name); at += kPiece) {
      TRY_ASSIGN(const std::string piece, part(name, at, std::min(kPiece, size_of(name) - at)));
      sum = checksum(piece, sum);
    }
    if (fmt::format("{:08x}", sum) != expected) return wrong_checksum(name);
  }
  return kOk;
}

}  // namespace tarry::report
