// SPDX-License-Identifier: BSD-3-Clause
// Tells which functions of a stack are shown: those of the program and of its libraries. Hidden are
// the functions that call main or run threads and teams, those of MPI, and our own.
#pragma once

#include <string_view>

namespace tarry::runtime::stacks {

enum class CodeKind : unsigned char {
  Shown,
  Hidden,
  CLibrary,  // also hidden; in a whole stack, its caller is not a function of the program
};

// Returns the kind of an object by its path as the dynamic loader knows it; an empty path is the
// program. Signal: safe.
CodeKind code_kind(std::string_view path);

// Returns whether a loaded object calls the hooks of -finstrument-functions. Takes the dynamic
// loader's lock. Signal: no.
bool has_function_hooks();

}  // namespace tarry::runtime::stacks
