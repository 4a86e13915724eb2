// SPDX-License-Identifier: BSD-3-Clause
// Reads from debug information the functions that an instruction belongs to.
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <string_view>
#include <vector>

#include "code/code_places.h"
#include "code/symbolizer.h"

namespace tarry::code {

// Returns the blocks, inlined functions and functions in `unit` that contain the instruction at
// `address`, the innermost first; empty if there are none.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address);

// Returns the name of a function as users write it.
std::string shown_name(Dwarf_Die* function);

// Returns whether the display name of a function's linker symbol says more than its name in the
// debug information. Without a linker symbol there, as for a static function or a lambda, which GCC
// calls "operator()", that name lacks the scope.
bool says_more(std::string_view symbol, std::string_view name);

// Returns a function, inlined or not, as it was declared; fields that are not in the debug
// information are empty.
FunctionName described_function(Dwarf_Die* function);

// Returns a source file's path without detours; empty for nullptr.
std::string normal_path(const char* file);

// Sets file and line of `caller` to where `inlined` was called, as far as it is known.
void set_call(Dwarf_Die* unit, Dwarf_Die* inlined, CodeFrame& caller);

}  // namespace tarry::code
