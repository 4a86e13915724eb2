// SPDX-License-Identifier: BSD-3-Clause
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace tarry::base {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

Error read_failure(const char* what, const std::filesystem::path& path) {
  const int reason = errno;
  return Error{reason == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
               std::string(what) + ": " + std::strerror(reason), path.string(), ""};
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return read_failure("cannot open", path);
  std::string content;
  char block[kBlock];
  ssize_t got = 0;
  while ((got = ::read(file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) content.append(block, static_cast<std::size_t>(got));
  if (got < 0) {
    Error error = read_failure("cannot read", path);
    ::close(file);
    return error;
  }
  ::close(file);
  return content;
}

Status write_file(const std::filesystem::path& path, std::string_view content) {
  TRY_ASSIGN(AtomicFile file, AtomicFile::open(path));
  TRY(file.write(content));
  return file.commit();
}

Result<AtomicFile> AtomicFile::open(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  AtomicFile opened;
  std::error_code ignored;
  // A symbolic link stays a link: its target is replaced.
  opened.path_ =
      fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored).string() : path.string();
  if (opened.path_.empty()) opened.path_ = path.string();

  struct stat status {};
  const bool exists = ::stat(opened.path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return Error{ErrorCode::Exists, "cannot write a file where a directory is", path.string(), ""};
  if (exists && !S_ISREG(status.st_mode)) {
    opened.file_ = ::open(opened.path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    opened.temporary_ = opened.path_ + ".part-" + std::to_string(::getpid());
    opened.file_ =
        ::open(opened.temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t{0666});
  }
  if (opened.file_ < 0) return opened.failure("cannot write");
  return opened;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffered_(std::move(other.buffered_)),
      file_(std::exchange(other.file_, -1)) {}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
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

Status AtomicFile::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return failure("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return kOk;
}

Status AtomicFile::write(std::string_view bytes) {
  if (buffered_.size() + bytes.size() < kBlock) {
    buffered_ += bytes;
    return kOk;
  }
  TRY(write_through(buffered_));
  buffered_.clear();
  return write_through(bytes);
}

Status AtomicFile::commit() {
  TRY(write_through(buffered_));
  if (::close(std::exchange(file_, -1)) != 0) return failure("cannot write");
  if (temporary_.empty()) return kOk;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return failure("cannot rename to");
  temporary_.clear();
  return kOk;
}

}  // namespace tarry::base
