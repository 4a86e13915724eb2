// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/disk_space.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace tarry::trace::eventlog {
namespace {

base::Error no_room(const std::filesystem::path& file, int code) {
  return {base::ErrorCode::Io,
          std::string("no room for the event files (") + std::strerror(code) + ")",
          file.parent_path().string(), ""};
}

}  // namespace

base::Status ReservedSpace::reserve(std::uint64_t bytes) {
  if (bytes == 0) return base::kOk;
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

}  // namespace tarry::trace::eventlog
