// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace tarry::trace::eventlog {
namespace {

base::Error bad_log(const std::filesystem::path& path, const char* why) {
  return {base::ErrorCode::BadInput, why, path.string(), ""};
}

base::Error system_error(const std::filesystem::path& path) {
  const int code = errno;
  return {code == ENOENT ? base::ErrorCode::NotFound : base::ErrorCode::Io,
          std::string("cannot read the event log (") + std::strerror(code) + ")", path.string(),
          ""};
}

}  // namespace

base::Result<LogReader> LogReader::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path);
  struct stat info {};
  if (::fstat(file, &info) != 0) {
    base::Error error = system_error(path);
    ::close(file);
    return error;
  }
  LogReader reader;
  reader.size_ = static_cast<std::size_t>(info.st_size);
  if (reader.size_ < kHeaderBytes) {
    ::close(file);
    return bad_log(path, "event log without a complete header");
  }
  void* data = ::mmap(nullptr, reader.size_, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (data == MAP_FAILED) return system_error(path);
  ::madvise(data, reader.size_, MADV_SEQUENTIAL);
  reader.data_ = static_cast<const unsigned char*>(data);
  std::memcpy(&reader.header_, reader.data_, sizeof reader.header_);

  const LogHeader& header = reader.header_;
  if (std::memcmp(header.magic, kLogMagic, sizeof kLogMagic) != 0)
    return bad_log(path, "not an event log");
  if (header.version != kLogVersion) return bad_log(path, "event log of another version");
  if (header.window_bytes < kUnitBytes || header.window_bytes % kUnitBytes != 0 ||
      header.window_bytes > (std::uint64_t{1} << 48))
    return bad_log(path, "event log with an impossible window size");
  reader.at_ = reader.window_end_ = kHeaderBytes;
  reader.cut_short_ = header.windows > 0 && (reader.size_ - kHeaderBytes + header.window_bytes -
                                             1) / header.window_bytes <
                                                header.windows;
  reader.end_ = header.trace_end == 0
                    ? reader.size_
                    : std::clamp<std::size_t>(header.trace_end, kHeaderBytes, reader.size_);
  return reader;
}

LogReader::LogReader(LogReader&& other) noexcept
    : header_(other.header_),
      data_(std::exchange(other.data_, nullptr)),
      size_(other.size_),
      end_(other.end_),
      at_(other.at_),
      window_end_(other.window_end_),
      windows_read_(other.windows_read_),
      damaged_(other.damaged_),
      cut_short_(other.cut_short_) {}

LogReader& LogReader::operator=(LogReader&& other) noexcept {
  if (this == &other) return *this;
  release();
  header_ = other.header_;
  data_ = std::exchange(other.data_, nullptr);
  size_ = other.size_;
  end_ = other.end_;
  at_ = other.at_;
  window_end_ = other.window_end_;
  windows_read_ = other.windows_read_;
  damaged_ = other.damaged_;
  cut_short_ = other.cut_short_;
  return *this;
}

LogReader::~LogReader() { release(); }

void LogReader::release() {
  if (data_ != nullptr) ::munmap(const_cast<unsigned char*>(data_), size_);
  data_ = nullptr;
}

bool LogReader::next_window() {
  const std::uint64_t begin = kHeaderBytes + windows_read_ * header_.window_bytes;
  if (begin >= end_) {
    at_ = window_end_ = end_;
    return false;
  }
  ++windows_read_;
  at_ = begin;
  window_end_ =
      static_cast<std::size_t>(std::min<std::uint64_t>(end_, begin + header_.window_bytes));
  return true;
}

}  // namespace tarry::trace::eventlog
