// SPDX-License-Identifier: BSD-3-Clause
// The symbol tables of loaded objects, each read on first use, for decisions that depend on the
// names of functions while the program runs.
#pragma once

#include "runtime/core/modules.h"
#include "runtime/core/symbol_table.h"

namespace tarry::runtime::core {

// Returns the symbol table of the object at this place, which is empty if it cannot be read;
// nullptr if there are too many objects. Valid for good. Caller: in a QuietSection. Signal: safe.
const SymbolTable* symbols_of(const ModulePlace& place);

}  // namespace tarry::runtime::core
