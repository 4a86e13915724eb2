// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/tsv.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tarry::trace::eventlog {
namespace {

base::Error system_error(std::string what, const std::filesystem::path& path) {
  const int code = errno;
  const char* hint = code == ENOSPC ? "free some space and try again" : "";
  return {code == ENOENT ? base::ErrorCode::NotFound : base::ErrorCode::Io,
          std::move(what) + " (" + std::strerror(code) + ")", path.string(), hint};
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\t')
      out += "\\t";
    else if (c == '\n')
      out += "\\n";
    else if (c == '\\')
      out += "\\\\";
    else
      out += c;
  }
  return out;
}

std::string unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    out += c == 't' ? '\t' : c == 'n' ? '\n' : c;
  }
  return out;
}

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  std::size_t begin = 0;
  for (std::size_t end; (end = line.find('\t', begin)) != std::string_view::npos; begin = end + 1)
    fields.push_back(line.substr(begin, end - begin));
  fields.push_back(line.substr(begin));
  return fields;
}

bool next_line(std::string_view& text, std::string_view& line) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return false;
  line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return true;
}

std::string to_hex(std::uint64_t value) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, 16);
  return {digits, end};
}

base::Result<std::string> read_text(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error("cannot read", path);
  std::string text;
  char block[65536];
  ssize_t n = 0;
  while ((n = ::read(file, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) text.append(block, static_cast<std::size_t>(n));
  if (n < 0) {
    base::Error error = system_error("cannot read", path);
    ::close(file);
    return error;
  }
  ::close(file);
  return text;
}

base::Status write_text(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path temporary = path.string() + ".part";
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return system_error("cannot write", path);
  bool done = write_all(file, text);
  const int reason = errno;
  const bool closed = ::close(file) == 0;
  if (!done) errno = reason;
  done = done && closed && ::rename(temporary.c_str(), path.c_str()) == 0;
  if (done) return base::kOk;
  base::Error error = system_error("cannot write", path);
  ::unlink(temporary.c_str());
  return error;
}

}  // namespace tarry::trace::eventlog
