// SPDX-License-Identifier: BSD-3-Clause
#include "code/object_code.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "code/frame_entries.h"

namespace tarry::code {

// An open ELF file, mapped by the library.
struct ObjectCode::File {
  explicit File(const std::string& path) : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor < 0) return;
    elf_version(EV_CURRENT);
    elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
  }
  ~File() {
    if (elf != nullptr) elf_end(elf);
    if (descriptor >= 0) ::close(descriptor);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor;
  Elf* elf = nullptr;
};

namespace {

bool is_for_x86_64(Elf* elf) {
  GElf_Ehdr header;
  return elf != nullptr && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) != nullptr &&
         gelf_getclass(elf) == ELFCLASS64 && header.e_machine == EM_X86_64;
}

std::span<const std::uint8_t> bytes_of(const Elf_Data* data) {
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
}

}  // namespace

base::Result<ObjectCode> ObjectCode::open(const std::string& path) {
  ObjectCode made;
  TRY(made.load(path));
  return made;
}

base::Status ObjectCode::load(const std::string& path) {
  file_ = std::make_shared<File>(path);
  if (!is_for_x86_64(file_->elf))
    return base::Error{base::ErrorCode::BadInput, "not a program or library for x86-64", path, ""};
  read_segments();
  read_sections();
  return base::kOk;
}

void ObjectCode::read_segments() {
  std::size_t size = 0;
  const auto* const raw = reinterpret_cast<const std::uint8_t*>(elf_rawfile(file_->elf, &size));
  std::size_t count = 0;
  if (raw == nullptr || elf_getphdrnum(file_->elf, &count) != 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file_->elf, static_cast<int>(i), &header) == nullptr) continue;
    if (header.p_type != PT_LOAD || header.p_offset >= size) continue;
    const std::size_t length = std::min<std::size_t>(header.p_filesz, size - header.p_offset);
    segments_.push_back(
        {header.p_vaddr, {raw + header.p_offset, length}, (header.p_flags & PF_X) != 0});
  }
}

void ObjectCode::read_sections() {
  std::vector<CodePart> entries;
  std::vector<CodePart> symbols;
  std::size_t names = 0;
  if (elf_getshdrstrndx(file_->elf, &names) != 0) return;
  for (Elf_Scn* section = elf_nextscn(file_->elf, nullptr); section != nullptr;
       section = elf_nextscn(file_->elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* const name = elf_strptr(file_->elf, names, header.sh_name);
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
      read_symbols(section, header.sh_link, symbols);
    if (header.sh_type == SHT_RELA) read_imports(section, header.sh_link);
    if (name == nullptr || std::strcmp(name, ".eh_frame") != 0) continue;
    const auto* const ident =
        reinterpret_cast<const unsigned char*>(elf_getident(file_->elf, nullptr));
    for (const auto& [begin, end] :
         frame_entries(ident, bytes_of(elf_rawdata(section, nullptr)), header.sh_addr))
      entries.push_back({begin, end});
  }
  make_parts(std::move(entries), std::move(symbols));
}

void ObjectCode::read_symbols(void* section, std::size_t strings, std::vector<CodePart>& symbols) {
  Elf_Data* const data = elf_getdata(static_cast<Elf_Scn*>(section), nullptr);
  GElf_Sym symbol;
  for (int i = 0; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC)) continue;
    const char* const name = elf_strptr(file_->elf, strings, symbol.st_name);
    symbols.push_back({symbol.st_value, symbol.st_value + symbol.st_size,
                       name == nullptr ? std::string_view() : std::string_view(name)});
  }
}

void ObjectCode::read_imports(void* section, std::size_t symbols) {
  Elf_Scn* const table = elf_getscn(file_->elf, symbols);
  GElf_Shdr header;
  if (table == nullptr || gelf_getshdr(table, &header) == nullptr) return;
  Elf_Data* const names = elf_getdata(table, nullptr);
  Elf_Data* const data = elf_getdata(static_cast<Elf_Scn*>(section), nullptr);
  GElf_Rela entry;
  for (int i = 0; gelf_getrela(data, i, &entry) != nullptr; ++i) {
    const auto type = GELF_R_TYPE(entry.r_info);
    GElf_Sym symbol;
    if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) ||
        gelf_getsym(names, static_cast<int>(GELF_R_SYM(entry.r_info)), &symbol) == nullptr)
      continue;
    if (const char* const name = elf_strptr(file_->elf, header.sh_link, symbol.st_name))
      imports_.emplace(entry.r_offset, name);
  }
}

// Entries of .eh_frame tell the extents. A symbol names the entry with the same begin, and makes a
// part of code that has no entry (written in assembler).
void ObjectCode::make_parts(std::vector<CodePart> entries, std::vector<CodePart> symbols) {
  const auto before = [](const CodePart& a, const CodePart& b) { return a.begin < b.begin; };
  std::stable_sort(entries.begin(), entries.end(), before);
  std::stable_sort(symbols.begin(), symbols.end(), before);
  std::size_t at = 0;
  std::vector<CodePart> others;
  for (const CodePart& symbol : symbols) {
    while (at < entries.size() && entries[at].end <= symbol.begin) ++at;
    const bool is_inside = at < entries.size() && entries[at].begin <= symbol.begin;
    if (!is_inside && symbol.end > symbol.begin) others.push_back(symbol);
    if (is_inside && entries[at].begin == symbol.begin && entries[at].name.empty())
      entries[at].name = symbol.name;
  }
  parts_ = std::move(entries);
  parts_.insert(parts_.end(), others.begin(), others.end());
  std::stable_sort(parts_.begin(), parts_.end(), before);
  std::erase_if(parts_, [this](const CodePart& part) { return code_at(part.begin).empty(); });
  const auto same = [](const CodePart& a, const CodePart& b) { return a.begin == b.begin; };
  parts_.erase(std::unique(parts_.begin(), parts_.end(), same), parts_.end());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    CodePart& part = parts_[i];
    part.end = std::min(part.end, part.begin + code_at(part.begin).size());
    if (i + 1 < parts_.size()) part.end = std::min(part.end, parts_[i + 1].begin);
  }
}

std::size_t ObjectCode::part_at(Address address) const {
  const auto next =
      std::upper_bound(parts_.begin(), parts_.end(), address,
                       [](Address a, const CodePart& part) { return a < part.begin; });
  if (next == parts_.begin() || address >= (next - 1)->end) return kNone;
  return static_cast<std::size_t>(next - 1 - parts_.begin());
}

std::size_t ObjectCode::part_named(std::string_view name, Address near) const {
  const auto distance = [near](const CodePart& part) {
    return part.begin > near ? part.begin - near : near - part.begin;
  };
  std::size_t found = kNone;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].name == name && (found == kNone || distance(parts_[i]) < distance(parts_[found])))
      found = i;
  return found;
}

std::span<const std::uint8_t> ObjectCode::bytes_at(Address address, bool only_code) const {
  for (const Segment& segment : segments_)
    if ((segment.is_code || !only_code) && address >= segment.begin &&
        address - segment.begin < segment.bytes.size())
      return segment.bytes.subspan(address - segment.begin);
  return {};
}

std::span<const std::uint8_t> ObjectCode::code_at(Address address) const {
  return bytes_at(address, true);
}

bool ObjectCode::read(Address address, unsigned width, std::uint64_t& value) const {
  const std::span<const std::uint8_t> bytes = bytes_at(address, false);
  if (bytes.size() < width) return false;
  value = 0;
  std::memcpy(&value, bytes.data(), width);
  return true;
}

std::string_view ObjectCode::imported(Address slot) const {
  const auto known = imports_.find(slot);
  return known == imports_.end() ? std::string_view() : known->second;
}

bool ObjectCode::is_import_stub(Address address, std::string_view& name) const {
  constexpr std::uint8_t kEndBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};
  constexpr std::uint8_t kBoundPrefix = 0xf2;
  constexpr std::uint8_t kJumpThroughSlot[] = {0xff, 0x25};
  constexpr std::size_t kJumpBytes = 6;
  std::span<const std::uint8_t> bytes = code_at(address);
  const auto skip = [&](std::size_t count) {
    bytes = bytes.subspan(count);
    address += count;
  };
  if (bytes.size() > sizeof kEndBranch &&
      std::memcmp(bytes.data(), kEndBranch, sizeof kEndBranch) == 0)
    skip(sizeof kEndBranch);
  if (!bytes.empty() && bytes[0] == kBoundPrefix) skip(1);
  if (bytes.size() < kJumpBytes ||
      std::memcmp(bytes.data(), kJumpThroughSlot, sizeof kJumpThroughSlot) != 0)
    return false;
  std::int32_t distance = 0;
  std::memcpy(&distance, bytes.data() + 2, sizeof distance);
  name = imported(address + kJumpBytes + static_cast<std::uint64_t>(std::int64_t{distance}));
  return true;
}

}  // namespace tarry::code
