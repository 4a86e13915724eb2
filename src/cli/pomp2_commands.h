// SPDX-License-Identifier: BSD-3-Clause
// The commands that take a source file from the user's compile command through OPARI2 to its
// object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/compile_command.h"
#include "cli/installation.h"
#include "cli/pomp2_source.h"

namespace tarry::cli {

struct Pomp2Source {
  std::string path;
  SourceKind kind;
  std::string object;
  std::string stem;  // common begin of its temporary files' names
};

class Pomp2Commands {
 public:
  // The arguments must outlive the object.
  Pomp2Commands(const std::vector<std::string>& words, const CompileStep& step,
                const Compiler& compiler, const Installation& installation,
                const Instrumentation& wanted)
      : words_(words),
        step_(step),
        compiler_(compiler),
        installation_(installation),
        wanted_(wanted) {}

  [[nodiscard]] CompilerFamily family() const { return compiler_.family; }

  [[nodiscard]] std::vector<std::string> preprocess(const Pomp2Source& source,
                                                    const std::string& output) const;
  [[nodiscard]] std::vector<std::string> opari(const Pomp2Source& source, const std::string& input,
                                               const std::string& output) const;
  [[nodiscard]] std::vector<std::string> compile(const Pomp2Source& source,
                                                 const std::string& input) const;
  // Returns what remains of the user's command, with objects in place of sources.
  [[nodiscard]] std::vector<std::string> last(const std::vector<std::string>& words) const;

 private:
  [[nodiscard]] std::vector<std::string> options(bool with_dependences, bool is_fortran) const;
  [[nodiscard]] bool has(std::string_view start) const;
  [[nodiscard]] std::vector<std::string> instrumented(const std::vector<std::string>& command,
                                                      bool functions) const;

  const std::vector<std::string>& words_;
  const CompileStep& step_;
  const Compiler& compiler_;
  const Installation& installation_;
  const Instrumentation& wanted_;
};

}  // namespace tarry::cli
