// SPDX-License-Identifier: BSD-3-Clause
// Converts linker symbols to names as the program's authors write them: `_ZN4heat4Grid4stepEid`
// becomes `heat::Grid::step`. Parameters and return types are removed, template arguments stay;
// overloads differ by file and line.
#pragma once

#include <memory_resource>
#include <string>
#include <string_view>

namespace tarry::base {

// Returns the display name of `symbol` (mangled C++, Fortran module procedure, or plain).
std::string display_name(const std::string& symbol);

// Returns the last part of a display name: `step` of `heat::Grid<int>::step<double>`.
constexpr std::string_view unqualified(std::string_view display_name) {
  std::size_t begin = 0, end = display_name.size();
  int depth = 0;
  for (std::size_t i = 0; i < display_name.size(); ++i) {
    const char c = display_name[i];
    if (c == '<' && depth++ == 0) end = i;
    if (c == '>') --depth;
    if (c != ':' || depth != 0) continue;
    begin = i + 1;
    end = display_name.size();
  }
  return display_name.substr(begin, end - begin);
}

// Returns the same with the suffix that the compiler has appended: GCC makes the bodies of parallel
// regions functions of their own, f._omp_fn.0.
std::string display_name_of_body(const std::string& symbol);

// Sets `out` to the name that the C++ symbol stands for; returns false if it is not a C++ symbol.
// `symbol` may be `out`'s text.
using Demangler = bool(const char* symbol, std::pmr::string& out);

// Does the same in place, for callers without a heap: takes no memory beyond what `symbol` has and
// `demangler` asks for.
void make_display_name(std::pmr::string& symbol, Demangler* demangler);

// Does the part of it that works on a demangled name.
void shorten_demangled(std::pmr::string& name);

}  // namespace tarry::base
