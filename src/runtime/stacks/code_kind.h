// SPDX-License-Identifier: BSD-3-Clause
// Which functions of a stack are shown: those of the program and of its libraries, not what calls
// main, what runs threads and teams, MPI or ourselves.
#pragma once

#include <string_view>

namespace tarry::runtime::stacks {

enum class CodeKind : unsigned char {
  Shown,
  Hidden,
  CLibrary,  // hidden as well; what calls it in a whole stack is no function of the program's
};

// By the path of an object as the dynamic loader knows it; empty: the program. Signal: safe.
CodeKind code_kind(std::string_view path);

// Whether an object that is loaded calls the hooks of -finstrument-functions. Takes the dynamic
// loader's lock. Signal: no.
bool has_function_hooks();

}  // namespace tarry::runtime::stacks
