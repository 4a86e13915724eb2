// SPDX-License-Identifier: BSD-3-Clause
// Classifies compiler command lines as far as instrumentation needs it: compiling, linking, both,
// or a question to the compiler that must not be changed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/installation.h"

namespace tarry::cli {

enum class CompilerFamily { Gnu, Clang, Other };

struct Compiler {
  CompilerFamily family = CompilerFamily::Other;
  // The plug-in for this very version of GCC, which takes away the hooks of inlined and of small
  // functions (src/gcc_plugin/); empty if there is none.
  std::filesystem::path plugin{};
};

struct CompileStep {
  std::size_t compiler = 0;  // position of the compiler's name (1 behind ccache)
  bool compiles = false;     // at least one source file is compiled
  bool links = false;
  bool has_debug_flag = false;
  bool is_static = false;  // -static or -static-pie
  bool is_shared = false;  // -shared: a library, not a program
  bool has_openmp = false;
  bool stops_at_object = false;      // -c
  std::size_t output = 0;            // position of the value of -o; 0: none
  std::vector<std::size_t> sources;  // positions, without sources that -x or @file hide
};

// LLVM's XRay leaves out functions up to the same size by default.
constexpr unsigned kSmallFunction = 200;

// The instrumentation to put into the program.
struct Instrumentation {
  bool functions = true;
  unsigned small = kSmallFunction;  // functions with fewer instructions get no hooks; 0: all do
  bool tells_small = false;         // the compiler says which
  bool pomp2 = false;               // calls that OPARI2 puts around constructs of OpenMP
  bool is_static = false;           // programs are linked statically, with the runtime in them
};

// `words` are the compiler and its arguments.
CompileStep classify(const std::vector<std::string>& words);

// Returns the family that the output of `<compiler> --version` shows.
CompilerFamily family_from_version(const std::string& text);

// Asks the compiler for its family and version.
base::Result<Compiler> find_compiler(const std::string& name, const Installation& installation);

// Returns an Error if such a program cannot be measured at all. `words` are those of classify().
base::Status check_step(const std::vector<std::string>& words, const CompileStep& step,
                        const Installation& installation, const Instrumentation& wanted);

// Returns `words` with the flags that `step` needs. The compiler's own arguments keep their order.
std::vector<std::string> with_instrumentation(const std::vector<std::string>& words,
                                              const CompileStep& step, const Compiler& compiler,
                                              const Installation& installation,
                                              const Instrumentation& wanted);

// Returns whether the value of the option is the next word.
bool takes_value(std::string_view option);
// Returns "c" for "dir/a.c", and an empty text if there is no suffix.
std::string_view suffix_of(std::string_view path);

}  // namespace tarry::cli
