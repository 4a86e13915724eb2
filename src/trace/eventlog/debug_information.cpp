// SPDX-License-Identifier: BSD-3-Clause
// Every process asks when it ends MPI, so only the section names are read.
#include "trace/eventlog/debug_information.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace tarry::trace::eventlog {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // larger tables are damage

class File {
 public:
  explicit File(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (file_ >= 0) close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool read(void* to, std::size_t bytes, std::uint64_t at) const {
    return file_ >= 0 && bytes <= kMostBytes &&
           pread(file_, to, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
  }

 private:
  int file_;
};

bool tells_debug_information(std::string_view section) {
  return section == ".debug_info" || section == ".zdebug_info" || section == ".gnu_debuglink";
}

}  // namespace

bool has_debug_information(const std::string& path) {
  const File file(path);
  Elf64_Ehdr head;
  if (!file.read(&head, sizeof head, 0) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_shentsize != sizeof(Elf64_Shdr) ||
      head.e_shstrndx >= head.e_shnum)
    return false;
  std::vector<Elf64_Shdr> sections(head.e_shnum);
  if (!file.read(sections.data(), sections.size() * sizeof(Elf64_Shdr), head.e_shoff)) return false;
  const Elf64_Shdr& table = sections[head.e_shstrndx];
  if (table.sh_size > kMostBytes) return false;
  std::string names(table.sh_size, '\0');
  if (!file.read(names.data(), names.size(), table.sh_offset)) return false;
  for (const Elf64_Shdr& section : sections)
    if (section.sh_name < names.size() && tells_debug_information(names.c_str() + section.sh_name))
      return true;
  return false;
}

}  // namespace tarry::trace::eventlog
