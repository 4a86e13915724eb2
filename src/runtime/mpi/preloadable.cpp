// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/preloadable.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tarry::runtime::mpi {
namespace {

// Returns whether a dynamic linker is named in the program headers.
bool has_dynamic_linker(int file, const Elf64_Ehdr& header) {
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    const auto at = static_cast<off_t>(header.e_phoff + i * sizeof part);
    if (pread(file, &part, sizeof part, at) != static_cast<ssize_t>(sizeof part)) return false;
    if (part.p_type == PT_INTERP) return true;
  }
  return false;
}

bool has_preloadable_content(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  Elf64_Ehdr header{};
  const ssize_t bytes = pread(file, &header, sizeof header, 0);
  const auto* const begin = reinterpret_cast<const char*>(&header);
  bool good = bytes > 2 && std::memcmp(begin, "#!", 2) == 0;
  if (bytes == static_cast<ssize_t>(sizeof header) && std::memcmp(begin, ELFMAG, SELFMAG) == 0 &&
      header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_phentsize == sizeof(Elf64_Phdr))
    good = has_dynamic_linker(file, header);
  close(file);
  return good;
}

bool is_preloadable_file(const char* folder, std::size_t folder_length, const char* name) {
  char path[PATH_MAX];
  const bool is_relative = name[0] != '/' && folder_length != 0;
  const int length = std::snprintf(path, sizeof path, "%.*s%s%s",
                                   is_relative ? static_cast<int>(folder_length) : 0, folder,
                                   is_relative ? "/" : "", name);
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return false;
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_mode & (S_ISUID | S_ISGID)) == 0 && access(path, X_OK) == 0 &&
         has_preloadable_content(path);
}

}  // namespace

bool is_preloadable(const char* program, const char* folder, bool also_here) {
  if (std::strchr(program, '/') != nullptr)
    return is_preloadable_file(folder, std::strlen(folder), program);
  const char* path = std::getenv("PATH");
  while (path != nullptr && *path != '\0') {
    const std::size_t length = std::strcspn(path, ":");
    if (length != 0 && is_preloadable_file(path, length, program)) return true;
    path += length;
    if (*path == ':') ++path;
  }
  return also_here && is_preloadable_file(folder, std::strlen(folder), program);
}

}  // namespace tarry::runtime::mpi
