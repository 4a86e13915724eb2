// SPDX-License-Identifier: BSD-3-Clause
#include "code/symbolizer.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "base/display_name.h"
#include "code/dwarf_scopes.h"
#include "code/object_file.h"

namespace tarry::code {
namespace {

using base::display_name;

using Names = std::unordered_map<std::uint64_t, FunctionName>;

// Searches debug information for the wanted functions. It reads only units whose code holds one of
// them.
class DebugInfo {
 public:
  DebugInfo(const std::vector<std::uint64_t>& sorted, Names& names)
      : sorted_(sorted), names_(names) {}

  void read(Dwfl_Module* module) {
    Dwarf_Addr bias = 0;
    for (Dwarf_Die* unit = dwfl_module_nextcu(module, nullptr, &bias); unit != nullptr;
         unit = dwfl_module_nextcu(module, unit, &bias)) {
      bias_ = bias;
      if (unit_matters(unit)) children(unit);
    }
  }

 private:
  [[nodiscard]] bool wanted_within(Dwarf_Addr begin, Dwarf_Addr end) const {
    const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), begin + bias_);
    return first != sorted_.end() && *first < end + bias_;
  }

  bool unit_matters(Dwarf_Die* unit) const {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    bool any_range = false;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &begin, &end)) > 0;) {
      any_range = true;
      if (wanted_within(begin, end)) return true;
    }
    return !any_range;
  }

  static bool may_hold_functions(int tag) {
    switch (tag) {
      case DW_TAG_subprogram:
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_lexical_block:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
        return true;
      default:
        return false;
    }
  }

  void children(Dwarf_Die* parent) {
    Dwarf_Die die;
    if (dwarf_child(parent, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      if (tag == DW_TAG_subprogram) function(&die);
      if (may_hold_functions(tag)) children(&die);
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  [[nodiscard]] bool is_wanted(Dwarf_Addr address) const {
    return std::binary_search(sorted_.begin(), sorted_.end(), address + bias_);
  }

  // Compilers move rarely executed code elsewhere; a frame there belongs to the same function. GCC
  // does not say where such a function is entered: it is the begin of the first part.
  void function(Dwarf_Die* die) {
    Dwarf_Addr entry = 0;
    bool is_known = dwarf_entrypc(die, &entry) == 0;
    if (is_known && is_wanted(entry)) name_at(entry, entry, die);
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0;) {
      if (!is_known) entry = begin;
      is_known = true;
      if (is_wanted(begin)) name_at(begin, entry, die);
    }
  }

  void name_at(Dwarf_Addr address, Dwarf_Addr entry, Dwarf_Die* die) {
    FunctionName& out = names_[address + bias_];
    if (!out.name.empty()) return;
    out = described_function(die);
    out.begin = entry + bias_;
  }

  const std::vector<std::uint64_t>& sorted_;
  Names& names_;
  Dwarf_Addr bias_ = 0;
};

// Returns the address of the only symbol of this name; 0 if there is none or more than one.
std::uint64_t address_of(Dwfl_Module* module, std::string_view name) {
  std::uint64_t out = 0;
  for (int i = dwfl_module_getsymtab(module); i-- > 0;) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* text =
        dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (text == nullptr || text != name || symbol.st_shndx == SHN_UNDEF) continue;
    if (out != 0 && out != address) return 0;
    out = address;
  }
  return out;
}

// Fills in what debug information did not tell.
void add_symbol(Dwfl_Module* module, std::uint64_t address, FunctionName& out) {
  GElf_Off distance = 0;
  GElf_Sym symbol;
  const char* text =
      dwfl_module_addrinfo(module, address, &distance, &symbol, nullptr, nullptr, nullptr);
  const bool is_inside = text != nullptr && (distance == 0 || distance < symbol.st_size);
  if (!is_inside) return;
  const std::string_view name = text;
  const std::string_view whole = name.substr(0, name.find(".cold"));
  if (out.begin == 0 && whole != name) out.begin = address_of(module, whole);
  if (out.begin == 0) out.begin = address - distance;
  if (out.canonical.empty()) out.canonical = out.begin != address - distance ? whole : name;
  if (std::string shown = display_name(text); says_more(shown, out.name))
    out.name = std::move(shown);
}

// Sets the place where the function's code begins, if its definition has no place: with -g1, which
// `tarry instrument` adds, few definitions have one.
void add_line(Dwfl_Module* module, std::uint64_t address, FunctionName& out) {
  if (!out.file.empty()) return;
  Dwfl_Line* const found = dwfl_module_getsrc(module, address);
  if (found == nullptr) return;
  int line = 0;
  Dwarf_Addr begin = 0;
  const char* file = dwfl_lineinfo(found, &begin, &line, nullptr, nullptr, nullptr);
  if (file == nullptr || begin != address || line <= 0) return;
  out.file = std::filesystem::path(file).lexically_normal().string();
  out.line = static_cast<std::uint32_t>(line);
}

void read_module(const std::string& path, const std::vector<std::uint64_t>& sorted, Names& names) {
  const ObjectFile file(path);
  Dwfl_Module* module = file.module();
  if (module == nullptr) return;
  DebugInfo(sorted, names).read(module);
  for (const std::uint64_t offset : sorted) {
    add_symbol(module, offset, names[offset]);
    add_line(module, offset, names[offset]);
  }
}

std::string hexadecimal(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(value));
  return digits;
}

// Returns for example "BlurImage+0x5f"; empty if the file does not tell the function.
std::string place_in_function(Dwfl_Module* module, std::uint64_t address) {
  if (module == nullptr) return {};
  GElf_Off distance = 0;
  GElf_Sym symbol;
  const char* text =
      dwfl_module_addrinfo(module, address, &distance, &symbol, nullptr, nullptr, nullptr);
  const bool is_inside = text != nullptr && (symbol.st_size == 0 || distance < symbol.st_size);
  return is_inside ? display_name(text) + "+0x" + hexadecimal(distance) : std::string();
}

std::string place_in(const std::string& module, std::uint64_t offset) {
  return std::filesystem::path(module).filename().string() + "+0x" + hexadecimal(offset);
}

}  // namespace

std::vector<SourceLine> source_lines(const std::string& module,
                                     const std::vector<std::uint64_t>& offsets) {
  const ObjectFile object(module);
  std::vector<SourceLine> out;
  for (const std::uint64_t offset : offsets) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = object.unit_of(offset, bias);
    Dwarf_Line* const found = unit != nullptr ? dwarf_getsrc_die(unit, offset - bias) : nullptr;
    int line = 0;
    const char* file = found != nullptr ? dwarf_linesrc(found, nullptr, nullptr) : nullptr;
    if (file == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) {
      const std::string place = place_in_function(object.module(), offset);
      out.push_back({place.empty() ? place_in(module, offset) : place, "", 0});
      continue;
    }
    const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
    out.push_back({path.filename().string() + ":" + std::to_string(line), path.string(),
                   static_cast<std::uint32_t>(line)});
  }
  return out;
}

std::vector<FunctionName> name_functions(const std::string& module,
                                         const std::vector<std::uint64_t>& offsets) {
  std::vector<std::uint64_t> sorted = offsets;
  std::sort(sorted.begin(), sorted.end());
  Names names;
  if (!module.empty()) read_module(module, sorted, names);
  std::vector<FunctionName> out;
  out.reserve(offsets.size());
  for (const std::uint64_t offset : offsets) {
    FunctionName name = names[offset];
    if (name.name.empty()) name.name = module.empty() ? "UNKNOWN" : place_in(module, offset);
    if (name.canonical.empty()) name.canonical = name.name;
    if (name.begin == 0) name.begin = offset;
    out.push_back(std::move(name));
  }
  return out;
}

}  // namespace tarry::code
