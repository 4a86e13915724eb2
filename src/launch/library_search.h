// SPDX-License-Identifier: BSD-3-Clause
// Finds the libraries that a program will be linked with at start, in the same places as the
// dynamic linker: DT_RPATH, LD_LIBRARY_PATH, DT_RUNPATH, the linker's cache, the system's folders.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "launch/elf_file.h"

namespace tarry::launch {

// Reads the content of /etc/ld.so.cache: sonames to paths.
std::unordered_map<std::string, std::string> parse_linker_cache(std::string_view content);

struct NeededLibrary {
  std::string soname;
  std::string path;  // empty if not found
};

// Returns all libraries that `program` needs, directly or through others, nearest first.
// `library_path` is the value of LD_LIBRARY_PATH.
std::vector<NeededLibrary> needed_libraries(const ElfFile& program,
                                            const std::string& library_path);

// Finds a library that no program names; returns an empty text if it is not there.
std::string find_library(const std::string& soname, const std::string& library_path);

}  // namespace tarry::launch
