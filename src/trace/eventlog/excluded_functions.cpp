// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/excluded_functions.h"

#include <sys/stat.h>

#include <algorithm>

#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::string_view kModule = "module";
constexpr std::string_view kFunction = "function";
constexpr std::uint64_t kNanoseconds = 1000000000;

bool add_line(const std::vector<std::string_view>& fields, std::vector<ExcludedFunctions>& out) {
  if (fields.size() == 4 && fields[0] == kModule) {
    FileIdentity module;
    if (!parse_number(fields[1], module.inode) || !parse_number(fields[2], module.bytes) ||
        !parse_number(fields[3], module.modified_ns))
      return false;
    out.push_back({module, {}});
    return true;
  }
  if (fields.size() != 2 || fields[0] != kFunction || out.empty()) return false;
  std::uint64_t offset = 0;
  if (!parse_number(fields[1], offset, 16)) return false;
  out.back().offsets.push_back(offset);
  return true;
}

}  // namespace

bool identify_file(const char* path, FileIdentity& identity) {
  struct stat found;
  if (stat(path, &found) != 0) return false;
  identity = {found.st_ino, static_cast<std::uint64_t>(found.st_size),
              static_cast<std::uint64_t>(found.st_mtim.tv_sec) * kNanoseconds +
                  static_cast<std::uint64_t>(found.st_mtim.tv_nsec)};
  return true;
}

bool ExcludedFunctions::contains(std::uint64_t offset) const {
  return std::binary_search(offsets.begin(), offsets.end(), offset);
}

std::string excluded_as_text(const std::vector<ExcludedFunctions>& modules) {
  std::string out;
  for (const ExcludedFunctions& each : modules) {
    out += std::string(kModule) + '\t' + std::to_string(each.module.inode) + '\t' +
           std::to_string(each.module.bytes) + '\t' + std::to_string(each.module.modified_ns) +
           '\n';
    for (const std::uint64_t offset : each.offsets)
      out += std::string(kFunction) + '\t' + to_hex(offset) + '\n';
  }
  return out;
}

base::Result<std::vector<ExcludedFunctions>> excluded_from_text(std::string_view text) {
  std::vector<ExcludedFunctions> out;
  std::size_t line_number = 0;
  for (std::string_view line; next_line(text, line);) {
    ++line_number;
    if (!add_line(split_fields(line), out))
      return base::Error{base::ErrorCode::BadInput, "not a list of excluded functions",
                         "line " + std::to_string(line_number), ""};
  }
  for (ExcludedFunctions& each : out) std::sort(each.offsets.begin(), each.offsets.end());
  return out;
}

}  // namespace tarry::trace::eventlog
