// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/symbol_table.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kLargestTable = 1u << 30;  // a damaged file may say anything

void* take_pages(std::uint64_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

bool read_at(int file, std::uint64_t offset, void* to, std::uint64_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = pread(file, at, bytes, static_cast<off_t>(offset));
    if (got <= 0) return false;
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
  return true;
}

// Reads a part of the file into pages of its own; returns nullptr on failure.
void* read_pages(int file, std::uint64_t offset, std::uint64_t bytes) {
  if (bytes == 0 || bytes > kLargestTable) return nullptr;
  void* pages = take_pages(bytes);
  if (pages != nullptr && read_at(file, offset, pages, bytes)) return pages;
  if (pages != nullptr) munmap(pages, bytes);
  return nullptr;
}

struct Sections {
  ElfW(Shdr) symbols{};
  ElfW(Shdr) names{};
};

bool find_sections(int file, Sections& out) {
  ElfW(Ehdr) header;
  if (!read_at(file, 0, &header, sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof(ElfW(Shdr)))
    return false;
  const auto read_section = [&](std::uint64_t index, ElfW(Shdr) & section) {
    return index < header.e_shnum &&
           read_at(file, header.e_shoff + index * sizeof section, &section, sizeof section);
  };
  ElfW(Shdr) section;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    if (!read_section(i, section)) return false;
    if (section.sh_type == SHT_SYMTAB ||
        (section.sh_type == SHT_DYNSYM && out.symbols.sh_type != SHT_SYMTAB))
      out.symbols = section;
  }
  return out.symbols.sh_entsize == sizeof(ElfW(Sym)) &&
         read_section(out.symbols.sh_link, out.names) && out.names.sh_type == SHT_STRTAB;
}

bool is_function(const ElfW(Sym) & symbol) {
  return ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
}

}  // namespace

bool SymbolTable::load(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool loaded = read(file);
  close(file);
  return loaded;
}

bool SymbolTable::read(int file) {
  Sections sections;
  if (!find_sections(file, sections)) return false;
  const std::size_t all = sections.symbols.sh_size / sizeof(ElfW(Sym));
  const std::uint64_t bytes = all * sizeof(ElfW(Sym));
  auto* symbols = static_cast<ElfW(Sym)*>(read_pages(file, sections.symbols.sh_offset, bytes));
  if (symbols == nullptr) return false;
  const auto functions =
      static_cast<std::size_t>(std::count_if(symbols, symbols + all, is_function));
  auto* names =
      static_cast<char*>(read_pages(file, sections.names.sh_offset, sections.names.sh_size));
  functions_ = functions == 0 || names == nullptr
                   ? nullptr
                   : static_cast<Function*>(take_pages(functions * sizeof(Function)));
  if (functions_ != nullptr) {
    names_ = names;
    names_bytes_ = sections.names.sh_size;
    names_[names_bytes_ - 1] = '\0';
    for (std::size_t i = 0; i < all; ++i)
      if (is_function(symbols[i])) functions_[count_++] = {symbols[i].st_value, symbols[i].st_name};
    std::sort(functions_, functions_ + count_, [](const Function& a, const Function& b) {
      return a.offset < b.offset || (a.offset == b.offset && a.name < b.name);
    });
  } else if (names != nullptr) {
    munmap(names, sections.names.sh_size);
  }
  munmap(symbols, bytes);
  return functions_ != nullptr;
}

const char* SymbolTable::find(std::uint64_t offset) const {
  const Function* const begin = functions_;
  const Function* const end = begin + count_;
  const Function* const found = std::lower_bound(
      begin, end, offset,
      [](const Function& function, std::uint64_t wanted) { return function.offset < wanted; });
  if (found == end || found->offset != offset || found->name >= names_bytes_) return nullptr;
  return names_ + found->name;
}

}  // namespace tarry::runtime::core
