// SPDX-License-Identifier: BSD-3-Clause
#include "trace/recording/disk_space.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "trace/recording/log_reader.h"

namespace tarry::trace::recording {
namespace {

// A record in OTF2: time stamp 9, kind and length 2, then at most 9 per 64-bit and 5 per 32-bit
// field.
constexpr std::uint64_t otf2_bytes(RecordKind kind) {
  switch (record_units(kind)) {
    case 1:
      return 9 + 2 + 9;
    case 2:
      return 9 + 2 + 3 * 5 + 2 * 9;
    default:
      return 9 + 2 + 3 * 5 + 3 * 9;
  }
}

// Per location: ends of files, mapping tables, clock offsets, blocks that are not full.
constexpr std::uint64_t kPerLocation = 64u << 10;

base::Error no_room(const std::filesystem::path& file, int code) {
  return {base::ErrorCode::Io,
          std::string("no room for the event files (") + std::strerror(code) + ")",
          file.parent_path().string(), ""};
}

}  // namespace

std::uint64_t event_file_bytes(const std::vector<std::filesystem::path>& logs) {
  std::uint64_t bytes = 0;
  for (const std::filesystem::path& path : logs) {
    bytes += kPerLocation;
    base::Result<LogReader> log = LogReader::open(path);
    if (!log.ok()) continue;
    for (LogRecord record; log->next(record);) bytes += otf2_bytes(record.kind);
  }
  return bytes;
}

base::Status ReservedSpace::reserve(std::uint64_t bytes) {
  const int file = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return no_room(file_, errno);
  const int code = ::fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
  ::close(file);
  if (code == 0) return base::kOk;
  release();
  if (code != EOPNOTSUPP && code != ENOSYS && code != EINTR) return no_room(file_, code);
  std::error_code unknown;
  const auto space = std::filesystem::space(file_.parent_path(), unknown);
  if (!unknown && space.available < bytes) return no_room(file_, ENOSPC);
  return base::kOk;
}

void ReservedSpace::release() { ::unlink(file_.c_str()); }

}  // namespace tarry::trace::recording
