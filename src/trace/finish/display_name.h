// SPDX-License-Identifier: BSD-3-Clause
// Linker symbols to names as the program's authors write them: `_ZN4heat4Grid4stepEid` is
// `heat::Grid::step`. Parameters and return types go, template arguments stay; overloads are told
// apart by file and line.
#pragma once

#include <string>

namespace tarry::trace::finish {

// The display name of `symbol` (mangled C++, Fortran module procedure, or plain).
std::string display_name(const std::string& symbol);

// The part of display_name() that works on a demangled name.
std::string shorten_demangled(std::string name);

}  // namespace tarry::trace::finish
