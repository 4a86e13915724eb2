// SPDX-License-Identifier: BSD-3-Clause
#include "code/frame_entries.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstring>
#include <string_view>
#include <unordered_map>

namespace tarry::code {
namespace {

constexpr std::uint8_t kFormatBits = 0x0f;
constexpr std::uint8_t kBaseBits = 0x70;

// Returns the bytes of a number of this format; 0: a format that no compiler uses for code.
std::size_t width_of(std::uint8_t encoding) {
  switch (encoding & kFormatBits) {
    case DW_EH_PE_absptr:
    case DW_EH_PE_udata8:
    case DW_EH_PE_sdata8:
      return 8;
    case DW_EH_PE_udata4:
    case DW_EH_PE_sdata4:
      return 4;
    case DW_EH_PE_udata2:
    case DW_EH_PE_sdata2:
      return 2;
    default:
      return 0;
  }
}

// Returns `width` bytes as a number, signed if the format is.
std::uint64_t number_at(const std::uint8_t* bytes, std::size_t width, std::uint8_t encoding) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, width);
  const bool has_sign = (encoding & DW_EH_PE_signed) != 0;
  if (has_sign && width < 8 && (value >> (8 * width - 1) & 1) != 0) value |= ~0ULL << 8 * width;
  return value;
}

// Returns the format of addresses in the entries of a CIE: the value for 'R' in its augmentation.
std::uint8_t encoding_of(const Dwarf_CIE& cie) {
  const std::string_view letters = cie.augmentation;
  if (letters.empty() || letters[0] != 'z') return DW_EH_PE_absptr;
  const std::uint8_t* data = cie.augmentation_data;
  const std::uint8_t* const end = data + cie.augmentation_data_size;
  for (const char letter : letters.substr(1)) {
    if (data == nullptr || data >= end) return DW_EH_PE_omit;
    if (letter == 'R') return *data;
    if (letter == 'P') data += width_of(*data);
    if (letter != 'S' && letter != 'B') ++data;
  }
  return DW_EH_PE_absptr;
}

}  // namespace

std::vector<CodeRange> frame_entries(const unsigned char* ident,
                                     std::span<const std::uint8_t> section, std::uint64_t address) {
  Elf_Data data{};
  data.d_buf = const_cast<std::uint8_t*>(section.data());  // it is only read
  data.d_size = section.size();
  data.d_type = ELF_T_BYTE;
  data.d_version = EV_CURRENT;
  std::vector<CodeRange> ranges;
  std::unordered_map<Dwarf_Off, std::uint8_t> encodings;
  Dwarf_CFI_Entry entry;
  Dwarf_Off next = 0;
  for (Dwarf_Off at = 0;; at = next) {
    const int result = dwarf_next_cfi(ident, &data, true, at, &next, &entry);
    if (result > 0 || next <= at) break;
    if (result < 0) continue;
    if (dwarf_cfi_cie_p(&entry)) {
      encodings[at] = encoding_of(entry.cie);
      continue;
    }
    const auto known = encodings.find(entry.fde.CIE_pointer);
    if (known == encodings.end()) continue;
    const std::uint8_t encoding = known->second;
    const std::size_t width = width_of(encoding);
    const std::uint8_t base = encoding & kBaseBits;
    if (width == 0 || (base != DW_EH_PE_absptr && base != DW_EH_PE_pcrel) ||
        static_cast<std::size_t>(entry.fde.end - entry.fde.start) < 2 * width)
      continue;
    std::uint64_t begin = number_at(entry.fde.start, width, encoding);
    if (base == DW_EH_PE_pcrel)
      begin += address + static_cast<std::uint64_t>(entry.fde.start - section.data());
    const std::uint64_t size = number_at(entry.fde.start + width, width, DW_EH_PE_absptr);
    if (size > 0 && begin + size > begin) ranges.emplace_back(begin, begin + size);
  }
  return ranges;
}

}  // namespace tarry::code
