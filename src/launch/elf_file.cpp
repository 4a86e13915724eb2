// SPDX-License-Identifier: BSD-3-Clause
#include "launch/elf_file.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/linked_runtime.h"
#include "base/split.h"

namespace tarry::launch {
namespace {

class File {
 public:
  explicit File(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (elf_ != nullptr) elf_end(elf_);
    if (file_ >= 0) ::close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return file_ >= 0; }
  // Returns nullptr if it is no ELF file.
  Elf* elf() {
    elf_version(EV_CURRENT);
    elf_ = elf_begin(file_, ELF_C_READ, nullptr);
    return elf_ != nullptr && elf_kind(elf_) == ELF_K_ELF ? elf_ : nullptr;
  }

 private:
  int file_;
  Elf* elf_ = nullptr;
};

// Splits "$ORIGIN/../lib:/opt/lib" into folders.
std::vector<std::string> folders(std::string text, const std::string& origin) {
  for (const char* variable : {"${ORIGIN}", "$ORIGIN"})
    for (std::size_t at; (at = text.find(variable)) != std::string::npos;)
      text.replace(at, std::strlen(variable), origin);
  std::vector<std::string> out;
  for (const std::string_view folder : base::split(text, ':'))
    if (!folder.empty()) out.emplace_back(folder);
  return out;
}

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, const std::string& origin,
                  ElfFile& out) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const std::size_t count = header.sh_size / header.sh_entsize;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, static_cast<int>(i), &entry) == nullptr || entry.d_tag == DT_NULL) return;
    if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RPATH && entry.d_tag != DT_RUNPATH) continue;
    const char* text = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
    if (text == nullptr) continue;
    if (entry.d_tag == DT_NEEDED)
      out.needed.emplace_back(text);
    else
      (entry.d_tag == DT_RPATH ? out.rpath : out.runpath) = folders(text, origin);
  }
}

// Reads the notes of a segment as far as they are ours.
void read_notes(Elf* elf, const GElf_Phdr& segment, ElfFile& out) {
  Elf_Data* data =
      elf_getdata_rawchunk(elf, static_cast<std::int64_t>(segment.p_offset), segment.p_filesz,
                           segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
  if (data == nullptr) return;
  GElf_Nhdr note;
  std::size_t owner = 0, text = 0;
  for (std::size_t at = 0; (at = gelf_getnote(data, at, &note, &owner, &text)) != 0;) {
    const char* bytes = static_cast<const char*>(data->d_buf);
    const bool is_ours =
        note.n_type == base::kRuntimeNoteType &&
        note.n_namesz == base::kRuntimeNoteOwner.size() + 1 &&
        std::string_view(bytes + owner, note.n_namesz - 1) == base::kRuntimeNoteOwner;
    if (is_ours) out.linked_runtime.assign(bytes + text, strnlen(bytes + text, note.n_descsz));
  }
}

bool is_of_this_machine(const GElf_Ehdr& header) {
#if defined(__x86_64__)
  constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
  constexpr int kMachine = EM_AARCH64;
#else
  const int kMachine = header.e_machine;
#endif
  return header.e_machine == kMachine && header.e_ident[EI_CLASS] == ELFCLASS64;
}

// Calls visit(symbol, name) for all symbols of all tables.
template <class Visit>
base::Status for_each_symbol(const std::string& path, Visit visit) {
  File file(path);
  if (!file.is_open())
    return base::Error{base::ErrorCode::Io, "cannot read", path, std::strerror(errno)};
  Elf* elf = file.elf();
  if (elf == nullptr) return base::Error{base::ErrorCode::BadInput, "not an ELF file", path, ""};
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_entsize == 0 ||
        (header.sh_type != SHT_DYNSYM && header.sh_type != SHT_SYMTAB))
      continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    const std::size_t count = data != nullptr ? header.sh_size / header.sh_entsize : 0;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
      if (const char* name = elf_strptr(elf, header.sh_link, symbol.st_name); name != nullptr)
        visit(symbol, name);
    }
  }
  return base::kOk;
}

}  // namespace

base::Result<ElfFile> read_elf(const std::string& path) {
  File file(path);
  if (!file.is_open())
    return base::Error{base::ErrorCode::Io, "cannot read", path, std::strerror(errno)};
  Elf* elf = file.elf();
  GElf_Ehdr header;
  if (elf == nullptr || gelf_getehdr(elf, &header) == nullptr)
    return base::Error{base::ErrorCode::BadInput, "not an ELF file", path, ""};
  ElfFile out;
  out.is_foreign = !is_of_this_machine(header);
  std::size_t segments = 0;
  if (elf_getphdrnum(elf, &segments) != 0) segments = 0;
  for (std::size_t i = 0; i < segments; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) == nullptr) continue;
    out.has_interpreter |= segment.p_type == PT_INTERP;
    out.is_dynamic |= segment.p_type == PT_DYNAMIC;
    if (segment.p_type == PT_NOTE) read_notes(elf, segment, out);
  }
  std::error_code ignored;
  const std::string origin =
      std::filesystem::weakly_canonical(path, ignored).parent_path().string();
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr section_header;
    if (gelf_getshdr(section, &section_header) != nullptr && section_header.sh_type == SHT_DYNAMIC)
      read_dynamic(elf, section, section_header, origin, out);
  }
  return out;
}

base::Result<ElfSymbols> read_symbols(const std::string& path,
                                      const std::vector<std::string_view>& prefixes) {
  ElfSymbols out;
  TRY(for_each_symbol(path, [&](const GElf_Sym& symbol, const char* text) {
    std::string name = text;
    name = name.substr(0, name.find('@'));  // strips a version, which the non-dynamic table appends
    if (std::none_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); }))
      return;
    (symbol.st_shndx == SHN_UNDEF ? out.undefined : out.defined).insert(std::move(name));
  }));
  return out;
}

base::Result<std::vector<std::uint64_t>> read_functions(const std::string& path) {
  std::vector<std::uint64_t> out;
  TRY(for_each_symbol(path, [&](const GElf_Sym& symbol, const char*) {
    if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
      out.push_back(symbol.st_value);
  }));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace tarry::launch
