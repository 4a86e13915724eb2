// SPDX-License-Identifier: BSD-3-Clause
#include "report/tar.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "report/text_escape.h"

namespace tarry::report {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kBlock = 512;
// Offsets and widths of the POSIX ustar header.
constexpr std::size_t kName = 0, kNameSize = 100;
constexpr std::size_t kMode = 100, kUid = 108, kGid = 116;
constexpr std::size_t kSize = 124, kSizeSize = 12;
constexpr std::size_t kTime = 136, kChecksum = 148, kChecksumSize = 8;
constexpr std::size_t kType = 156, kMagic = 257;

constexpr int kGzipWindow = 15 + 16;  // zlib's largest window, with the header of gzip
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 60;

Error damaged_archive(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged archive: " + what, "", ""};
}

// Reads octal digits between spaces, or the binary form that GNU tar uses for large sizes.
std::optional<std::uint64_t> parse_size(std::string_view field) {
  std::uint64_t value = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80u) != 0) {
    for (const char c : field.substr(field.size() - 8))
      value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  for (const char c : field) {
    if (c == ' ' || c == '\0') continue;
    if (c < '0' || c > '7') return std::nullopt;
    value = value << 3 | static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

// Reads "27 size=8589934592
// " of a pax extension, which writers emit for members beyond 8 GiB.
std::optional<std::uint64_t> pax_size(std::string_view extension) {
  const std::size_t at = extension.find(" size=");
  if (at == std::string_view::npos) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : extension.substr(at + 6)) {
    if (c < '0' || c > '9') break;
    if (value > kLargestSize) return value;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

std::string_view name_in(std::string_view field) { return field.substr(0, field.find('\0')); }

std::string base_name(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  return std::string(name);
}

// Returns true if the name leads out of the folder that an archive is unpacked to. We never unpack
// one, but a report with such a name is made to harm those who do.
bool leads_out(std::string_view name) {
  if (name.starts_with('/')) return true;
  while (!name.empty()) {
    const std::string_view folder = name.substr(0, name.find('/'));
    if (folder == "..") return true;
    name.remove_prefix(std::min(name.size(), folder.size() + 1));
  }
  return false;
}

void put_octal(std::string& header, std::size_t at, std::size_t digits, std::uint64_t value) {
  for (std::size_t i = digits; i-- > 0; value >>= 3)
    header[at + i] = static_cast<char>('0' + (value & 7u));
}

}  // namespace

bool is_tar(std::string_view bytes) {
  return bytes.size() >= kBlock && bytes.substr(kMagic, 5) == "ustar";
}

base::Result<TarMembers> read_tar(const ByteSource& archive) {
  constexpr std::uint64_t kLargestExtension = std::uint64_t{1} << 20;
  TarMembers members;
  std::map<std::string, std::string> folders;  // full name by name
  std::optional<std::uint64_t> announced;
  std::uint64_t position = 0;
  while (archive.size() - position >= kBlock) {
    TRY_ASSIGN(const std::string block, archive.read(position, kBlock));
    const std::string_view header = block;
    if (std::all_of(header.begin(), header.end(), [](char c) { return c == '\0'; })) return members;
    position += kBlock;
    std::optional<std::uint64_t> size = parse_size(header.substr(kSize, kSizeSize));
    const char type = header[kType];
    const std::string_view full_name = name_in(header.substr(kName, kNameSize));
    const std::string name = base_name(full_name);
    const std::string shown = one_line(full_name);
    const bool is_file = type == '0' || type == '\0';
    if (is_file && announced) size = std::exchange(announced, std::nullopt);
    if (leads_out(full_name))
      return damaged_archive("'" + shown + "' leads out of the archive (do not unpack this file)");
    if (type == '1' || type == '2') return damaged_archive("'" + shown + "' is a link, not a file");
    if (!size) return damaged_archive("the size of '" + shown + "' is not a number");
    if (*size > archive.size() - position)
      return damaged_archive("'" + shown +
                             "' ends before its announced size (is the file truncated?)");
    if (type == 'x') {
      TRY_ASSIGN(const std::string content,
                 archive.read(position, std::min(*size, kLargestExtension)));
      announced = pax_size(content);
    }
    if (is_file && !name.empty()) {
      const auto [known, is_new] = folders.try_emplace(name, full_name);
      if (!is_new && known->second != full_name)
        return damaged_archive("'" + shown + "' and '" + one_line(known->second) +
                               "' have the same name");
      members[name] = {position, *size};
    }
    const std::uint64_t padded = (*size + kBlock - 1) / kBlock * kBlock;
    position += std::min(padded, archive.size() - position);
  }
  // Without the end mark some members may be missing, and a missing metric would read as zero.
  return damaged_archive("it has no end (is the file truncated?)");
}

std::string tar_header(std::string_view name, std::uint64_t size) {
  std::string header(kBlock, '\0');
  header.replace(kName, std::min(name.size(), kNameSize), name.substr(0, kNameSize));
  put_octal(header, kMode, 7, 0644);
  put_octal(header, kUid, 7, 0);
  put_octal(header, kGid, 7, 0);
  put_octal(header, kTime, 11, 0);  // no time, so the same cube gives the same bytes
  header[kType] = '0';
  header.replace(kMagic, 8, std::string_view("ustar\00000", 8));
  if (size < (std::uint64_t{1} << 33)) {
    put_octal(header, kSize, 11, size);
  } else {
    header[kSize] = static_cast<char>(0x80);
    for (std::size_t i = 0; i < 8; ++i)
      header[kSize + kSizeSize - 1 - i] = static_cast<char>(size >> (8 * i) & 0xFFu);
  }
  header.replace(kChecksum, kChecksumSize, kChecksumSize, ' ');
  std::uint64_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put_octal(header, kChecksum, 6, sum);
  header[kChecksum + 6] = '\0';
  return header;
}

std::string tar_padding(std::uint64_t size) {
  return std::string(static_cast<std::size_t>((kBlock - size % kBlock) % kBlock), '\0');
}

std::string tar_end() { return std::string(2 * kBlock, '\0'); }

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  const auto* const data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(before, data, bytes.size()));
}

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

base::Result<std::string> gunzip(std::string_view bytes, std::uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK)
    return Error{ErrorCode::Failed, "cannot set up decompression", "", ""};
  std::string result;
  std::string block(std::size_t{1} << 18, '\0');
  int state = Z_OK;
  while (state == Z_OK && result.size() <= limit) {
    if (stream.avail_in == 0) {
      const std::size_t some = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
      if (some == 0) break;
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(some);
      bytes.remove_prefix(some);
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    result.append(block, 0, block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (result.size() > limit) return damaged_archive("it unpacks to more than it can hold");
  if (state != Z_STREAM_END) return damaged_archive("the gzip stream is broken or truncated");
  return result;
}

base::Result<std::string> gzip(std::string_view bytes) {
  constexpr int kUsualMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kUsualMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return Error{ErrorCode::Failed, "cannot set up compression", "", ""};
  std::string result;
  std::string block(std::size_t{1} << 18, '\0');
  int state = Z_OK;
  while (state == Z_OK) {
    if (stream.avail_in == 0) {
      const std::size_t some = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(some);
      bytes.remove_prefix(some);
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    result.append(block, 0, block.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  if (state != Z_STREAM_END) return Error{ErrorCode::Failed, "cannot compress", "", ""};
  return result;
}

}  // namespace tarry::report
