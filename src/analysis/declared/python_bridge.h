// SPDX-License-Identifier: BSD-3-Clause
// The function of libtarry-python.so, which runs patterns written in Python (src/python_plugin/).
// The library is loaded only in guarded processes, where such patterns are read and run, because it
// brings the interpreter with it.
#pragma once

#include <cstdint>

#include "tarry/pattern.h"

namespace tarry::analysis::declared {

inline constexpr const char* kOpenPython = "tarry_open_python";
inline constexpr std::uint32_t kNoPythonPattern = ~std::uint32_t{0};

// Reads a file and returns its patterns, ended by nullptr. The functions are those of pattern
// `number`. `last_words` is an open file, or -1; if an exception or signal ends the process, it
// says where, in lines such as '  File "late.py", line 7'. Throws what can be shown to the user,
// and std::bad_alloc.
using OpenPython = const tarry_pattern* const*(const char* file, std::uint32_t number,
                                               int last_words);

}  // namespace tarry::analysis::declared
