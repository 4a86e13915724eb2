// SPDX-License-Identifier: BSD-3-Clause
#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace tarry::base {

Result<AtomicFile> AtomicFile::open(const std::string& path) {
  namespace fs = std::filesystem;
  AtomicFile opened;
  std::error_code ignored;
  // A symbolic link stays a link: its target is replaced.
  opened.path_ =
      fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored).string() : path;
  if (opened.path_.empty()) opened.path_ = path;

  struct stat status {};
  const bool exists = ::stat(opened.path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return Error{ErrorCode::Exists, "cannot write a file where a directory is", path, ""};
  int descriptor = -1;
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor = ::open(opened.path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    opened.temporary_ = opened.path_ + ".part-" + std::to_string(::getpid());
    descriptor =
        ::open(opened.temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t{0666});
  }
  if (descriptor >= 0) opened.file_ = ::fdopen(descriptor, "wb");
  if (opened.file_ == nullptr) return opened.failure("cannot create");
  return opened;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)) {}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Error AtomicFile::failure(const char* what) const {
  const int reason = errno;
  const char* hint = reason == ENOSPC ? "free some space or choose another place"
                     : reason == EACCES || reason == EROFS ? "choose another place with -o"
                     : reason == ENOENT                    ? "its directory must exist"
                                                           : "";
  return Error{ErrorCode::Io, std::string(what) + ": " + std::strerror(reason), path_, hint};
}

Status AtomicFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    return failure("cannot write");
  return kOk;
}

Status AtomicFile::commit() {
  std::FILE* const file = std::exchange(file_, nullptr);
  const bool flushed = std::fflush(file) == 0;
  const int reason = errno;
  const bool closed = std::fclose(file) == 0;
  if (!flushed) errno = reason;
  if (!flushed || !closed) return failure("cannot write");
  if (temporary_.empty()) return kOk;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return failure("cannot rename to");
  temporary_.clear();
  return kOk;
}

Status write_file(const std::string& path, std::string_view content) {
  TRY_ASSIGN(AtomicFile file, AtomicFile::open(path));
  TRY(file.write(content));
  return file.commit();
}

Result<std::string> read_file(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                 std::string("cannot open: ") + std::strerror(errno), path, ""};
  std::string content;
  char block[1 << 16];
  std::size_t got = 0;
  while ((got = std::fread(block, 1, sizeof block, file)) > 0) content.append(block, got);
  const bool failed = std::ferror(file) != 0;
  const int reason = errno;
  std::fclose(file);
  if (failed)
    return Error{ErrorCode::Io, std::string("cannot read: ") + std::strerror(reason), path, ""};
  return content;
}

}  // namespace tarry::base
