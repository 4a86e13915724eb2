// SPDX-License-Identifier: BSD-3-Clause
// What debug information says of the functions that an instruction belongs to.
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <vector>

#include "code/code_places.h"
#include "code/symbolizer.h"

namespace tarry::code {

// The blocks, inlined functions and functions that have the instruction at `address` in `unit`, the
// innermost first; empty if nothing does.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address);

// The name of a function as users write it.
std::string shown_name(Dwarf_Die* function);

// A function, inlined or not, as it was declared; fields that debug information does not tell are
// empty.
FunctionName described_function(Dwarf_Die* function);

// A source file's path without detours; empty for nullptr.
std::string normal_path(const char* file);

// Where `inlined` was called in its caller: file and line of `caller`, as far as it is known.
void set_call(Dwarf_Die* unit, Dwarf_Die* inlined, CodeFrame& caller);

}  // namespace tarry::code
