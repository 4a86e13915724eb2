// SPDX-License-Identifier: BSD-3-Clause
// Understanding of compiler command lines, as far as instrumenting them needs it: is this
// compiling, linking, both, or a question to the compiler that must not be touched?
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/installation.h"

namespace tarry::cli {

enum class CompilerFamily { Gnu, Clang, Other };

struct CompileStep {
  std::size_t compiler = 0;  // position of the compiler's name (1 behind ccache)
  bool compiles = false;     // at least one source file is compiled
  bool links = false;
  bool has_debug_flag = false;
  bool is_static = false;
};

// `words`: the compiler and its arguments.
CompileStep classify(const std::vector<std::string>& words);

// From what `<compiler> --version` prints.
CompilerFamily family_from_version(const std::string& text);

// `words` with what `step` needs. The compiler's own arguments keep their order.
std::vector<std::string> with_instrumentation(const std::vector<std::string>& words,
                                              const CompileStep& step, CompilerFamily family,
                                              const Installation& installation, bool functions);

// All of the above: asks the compiler for its family if that matters.
base::Result<std::vector<std::string>> instrumented_command(const std::vector<std::string>& words,
                                                            const Installation& installation,
                                                            bool functions);

}  // namespace tarry::cli
