// SPDX-License-Identifier: BSD-3-Clause
#include "launch/library_search.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <set>

#include "base/files.h"

namespace tarry::launch {
namespace {

// The layout of glibc's cache: a header, entries, then the strings, which entries refer to by
// offset from the header. Files of old systems have another table in front.
struct CacheHeader {
  char magic[20];
  std::uint32_t entries;
  std::uint32_t string_bytes;
  std::uint32_t unused[5];
};
struct CacheEntry {
  std::int32_t flags;
  std::uint32_t soname;
  std::uint32_t path;
  std::uint32_t os_version;
  std::uint64_t hardware;
};
constexpr std::string_view kCacheMagic = "glibc-ld.so.cache1.1";

std::string text_at(std::string_view content, std::size_t offset) {
  if (offset >= content.size()) return {};
  const std::string_view rest = content.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

std::vector<std::string> split_path(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(":;", begin), text.size());
    if (end > begin) out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

const std::unordered_map<std::string, std::string>& linker_cache() {
  static const auto cache = [] {
    const auto content = base::read_file("/etc/ld.so.cache");
    return parse_linker_cache(content.ok() ? *content : "");
  }();
  return cache;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// Returns the file of `soname` as `user` needs it, or an empty text.
std::string find_needed(const std::string& soname, const ElfFile& user,
                        const std::vector<std::string>& inherited_rpath,
                        const std::string& library_path) {
  if (soname.find('/') != std::string::npos) return exists(soname) ? soname : "";
  std::vector<std::string> places;
  if (user.runpath.empty()) {
    places = user.rpath;
    places.insert(places.end(), inherited_rpath.begin(), inherited_rpath.end());
  }
  for (std::string& folder : split_path(library_path)) places.push_back(std::move(folder));
  places.insert(places.end(), user.runpath.begin(), user.runpath.end());
  for (const std::string& folder : places)
    if (exists(folder + "/" + soname)) return folder + "/" + soname;
  const auto cached = linker_cache().find(soname);
  if (cached != linker_cache().end() && exists(cached->second)) return cached->second;
  for (const char* folder : {"/lib64/", "/usr/lib64/", "/lib/", "/usr/lib/"})
    if (exists(folder + soname)) return folder + soname;
  return {};
}

}  // namespace

std::unordered_map<std::string, std::string> parse_linker_cache(std::string_view content) {
  std::unordered_map<std::string, std::string> out;
  const std::size_t begin = content.find(kCacheMagic);
  if (begin == std::string_view::npos) return out;
  content.remove_prefix(begin);
  CacheHeader header;
  if (content.size() < sizeof header) return out;
  std::memcpy(&header, content.data(), sizeof header);
  const std::size_t room = (content.size() - sizeof header) / sizeof(CacheEntry);
  for (std::size_t i = 0; i < header.entries && i < room; ++i) {
    CacheEntry entry;
    std::memcpy(&entry, content.data() + sizeof header + i * sizeof entry, sizeof entry);
    out.emplace(text_at(content, entry.soname), text_at(content, entry.path));
  }
  return out;
}

std::vector<NeededLibrary> needed_libraries(const ElfFile& program,
                                            const std::string& library_path) {
  std::vector<NeededLibrary> out;
  std::set<std::string> seen;
  std::deque<ElfFile> queue = {program};

  while (!queue.empty()) {
    const ElfFile user = std::move(queue.front());
    queue.pop_front();
    for (const std::string& soname : user.needed) {
      if (!seen.insert(soname).second) continue;
      const std::string path = find_needed(soname, user, program.rpath, library_path);
      out.push_back({soname, path});
      if (path.empty()) continue;
      if (auto library = read_elf(path); library.ok()) queue.push_back(std::move(*library));
    }
  }
  return out;
}

std::string find_library(const std::string& soname, const std::string& library_path) {
  return find_needed(soname, ElfFile{}, {}, library_path);
}

}  // namespace tarry::launch
