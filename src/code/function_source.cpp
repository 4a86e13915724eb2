// SPDX-License-Identifier: BSD-3-Clause
#include "code/function_source.h"

#include <dwarf.h>

#include <algorithm>
#include <tuple>

#include "code/dwarf_scopes.h"

namespace tarry::code {
namespace {

// Nesting of scopes; damaged information may claim any depth.
constexpr std::uint32_t kDeepest = 200;

// Functions that compilers make of parallel regions have names that begin with a dot, or no
// declaration. They begin where the region does.
std::uint32_t declared_line(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  Dwarf_Word line = 0;
  const char* const name = dwarf_diename(function);
  if (name == nullptr || *name == '.') return 0;
  if (dwarf_attr_integrate(function, DW_AT_decl_line, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &line) != 0)
    return 0;
  return static_cast<std::uint32_t>(line);
}

std::uint32_t declared_column(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  Dwarf_Word column = 0;
  if (dwarf_attr_integrate(function, DW_AT_decl_column, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &column) != 0)
    return 0;
  return static_cast<std::uint32_t>(column);
}

class Reader {
 public:
  Reader(Dwarf_Die* unit, Dwarf_Addr bias) : unit_(unit), bias_(bias) {}

  FunctionSource run(std::uint64_t begin, const std::vector<CodeRange>& ranges) {
    for (const auto& [first, end] : ranges) add_rows(first, end);
    for (Dwarf_Die& scope : scopes_around(unit_, begin - bias_)) {
      if (dwarf_tag(&scope) != DW_TAG_subprogram) continue;
      const Place head = head_of(begin, declared_line(&scope));
      made_.scopes.push_back({0, 0, {shown_name(&scope), "", 0}, head.line, head.column});
      made_.scope_from[0] = 0;
      add_scopes(&scope, 0, 0);
      break;
    }
    return std::move(made_);
  }

 private:
  struct Place {
    std::uint32_t line;
    std::uint32_t column;  // 0: unknown
  };

  void add_rows(std::uint64_t begin, std::uint64_t end) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(unit_, &lines, &count) != 0) return;
    std::size_t at = last_at_or_before(lines, count, begin - bias_);
    for (; at + 1 < count; ++at) {
      Dwarf_Line* const row = dwarf_onesrcline(lines, at);
      const std::uint64_t from = address_of(row);
      const std::uint64_t to = address_of(dwarf_onesrcline(lines, at + 1));
      if (from >= end) return;
      bool is_end = false;
      int line = 0;
      int column = 0;
      dwarf_lineendsequence(row, &is_end);
      dwarf_linecol(row, &column);
      if (is_end || to <= from || to <= begin || dwarf_lineno(row, &line) != 0 || line <= 0)
        continue;
      made_.rows.push_back({std::max(from, begin), std::min(to, end),
                            file_number(dwarf_linesrc(row, nullptr, nullptr)),
                            static_cast<std::uint32_t>(line),
                            static_cast<std::uint32_t>(std::max(column, 0))});
    }
  }

  // Returns the place of the head. The code at the begin of the function makes room for its
  // variables. Debug information puts that code at the name or at the opening brace: the first row
  // of that instruction which is not above the declaration.
  [[nodiscard]] Place head_of(std::uint64_t begin, std::uint32_t declared) const {
    Place made{declared, 0};
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (declared == 0 || dwarf_getsrclines(unit_, &lines, &count) != 0 || count == 0) return made;
    for (std::size_t at = last_at_or_before(lines, count, begin - bias_) + 1; at > 0; --at) {
      Dwarf_Line* const row = dwarf_onesrcline(lines, at - 1);
      if (address_of(row) != begin) break;
      int line = 0;
      int column = 0;
      bool is_end = false;  // it ends the code before
      dwarf_lineno(row, &line);
      dwarf_linecol(row, &column);
      dwarf_lineendsequence(row, &is_end);
      if (!is_end && line >= static_cast<int>(declared))
        made = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(std::max(column, 0))};
    }
    return made;
  }

  [[nodiscard]] std::uint64_t address_of(Dwarf_Line* row) const {
    Dwarf_Addr address = 0;
    dwarf_lineaddr(row, &address);
    return address + bias_;
  }

  [[nodiscard]] std::size_t last_at_or_before(Dwarf_Lines* lines, std::size_t count,
                                              Dwarf_Addr address) const {
    std::size_t low = 0;
    for (std::size_t high = count; low + 1 < high;) {
      const std::size_t middle = (low + high) / 2;
      Dwarf_Addr there = 0;
      dwarf_lineaddr(dwarf_onesrcline(lines, middle), &there);
      (there <= address ? low : high) = middle;
    }
    return low;
  }

  std::uint32_t file_number(const char* name) {
    // The library returns the same pointer for the same file.
    const auto [known, is_new] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(made_.files.size()));
    if (is_new) made_.files.push_back(normal_path(name));
    return known->second;
  }

  void add_scopes(Dwarf_Die* outer, std::uint32_t scope, std::uint32_t depth) {
    Dwarf_Die inner;
    if (depth > kDeepest || dwarf_child(outer, &inner) != 0) return;
    do {
      const int tag = dwarf_tag(&inner);
      if (tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block)
        add_scopes(&inner, scope, depth + 1);
      if (tag != DW_TAG_inlined_subroutine) continue;
      const std::uint32_t number = number_of(&inner, scope);
      take_ranges(&inner, number);
      add_scopes(&inner, number, depth + 1);
    } while (dwarf_siblingof(&inner, &inner) == 0);
  }

  // Copies of the same call (in an unrolled loop) are one scope.
  std::uint32_t number_of(Dwarf_Die* inlined, std::uint32_t parent) {
    CodeFrame call{shown_name(inlined), "", 0};
    set_call(unit_, inlined, call);
    const auto [known, is_new] =
        known_scopes_.try_emplace(std::tuple(parent, call.function, call.file, call.line),
                                  static_cast<std::uint32_t>(made_.scopes.size()));
    if (is_new)
      made_.scopes.push_back({parent, made_.scopes[parent].depth + 1, std::move(call),
                              declared_line(inlined), declared_column(inlined)});
    return known->second;
  }

  // Enters scopes from the outermost inwards; where two overlap, the inner one counts.
  void take_ranges(Dwarf_Die* die, std::uint32_t scope) {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0;) {
      if (begin >= end) continue;
      auto& from = made_.scope_from;
      const std::uint32_t behind = std::prev(from.upper_bound(end + bias_))->second;
      from.erase(from.lower_bound(begin + bias_), from.upper_bound(end + bias_));
      from[begin + bias_] = scope;
      from[end + bias_] = behind;
    }
  }

  Dwarf_Die* unit_;
  Dwarf_Addr bias_;
  FunctionSource made_;
  std::map<const char*, std::uint32_t> numbers_;  // number of a file, by pointer
  std::map<std::tuple<std::uint32_t, std::string, std::string, std::uint32_t>, std::uint32_t>
      known_scopes_;
};

}  // namespace

std::uint32_t FunctionSource::scope_at(std::uint64_t address) const {
  const auto next = scope_from.upper_bound(address);
  return next == scope_from.begin() ? 0 : std::prev(next)->second;
}

FunctionSource ModuleSource::of(std::uint64_t begin, const std::vector<CodeRange>& ranges) const {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = object_.unit_of(begin, bias);
  return unit == nullptr ? FunctionSource{} : Reader(unit, bias).run(begin, ranges);
}

}  // namespace tarry::code
