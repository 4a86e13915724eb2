// SPDX-License-Identifier: BSD-3-Clause
// Linker symbols to names as the program's authors write them: `_ZN4heat4Grid4stepEid` is
// `heat::Grid::step`. Parameters and return types go, template arguments stay; overloads are told
// apart by file and line.
#pragma once

#include <memory_resource>
#include <string>

namespace tarry::base {

// The display name of `symbol` (mangled C++, Fortran module procedure, or plain).
std::string display_name(const std::string& symbol);

// The same with what the compiler put behind: of parallel regions, whose bodies GCC makes functions
// of their own, f._omp_fn.0.
std::string display_name_of_body(const std::string& symbol);

// Sets `out` to what the C++ symbol stands for; false if it is none. `symbol` may be `out`'s text.
using Demangler = bool(const char* symbol, std::pmr::string& out);

// The same in place, for those who have no heap: takes no memory beyond what `symbol` has and
// `demangler` asks for.
void make_display_name(std::pmr::string& symbol, Demangler* demangler);

// The part of it that works on a demangled name.
void shorten_demangled(std::pmr::string& name);

}  // namespace tarry::base
