// SPDX-License-Identifier: BSD-3-Clause
// The source of all of one function's machine code: the lines that its instructions come from, and
// the functions that were inlined into it where.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "code/code_places.h"
#include "code/object_file.h"

namespace tarry::code {

using CodeRange = std::pair<std::uint64_t, std::uint64_t>;  // begin, end

// The instructions of one line.
struct SourceRow {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t file = 0;  // in FunctionSource::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: unknown
};

// The function itself, or one that was inlined into it once.
struct SourceScope {
  std::uint32_t parent = 0;  // in FunctionSource::scopes; the function is its own parent
  std::uint32_t depth = 0;   // 0: the function
  // The call in the parent, as far as it is known; `function` is the name of this scope.
  CodeFrame call;
  std::uint32_t head = 0;  // line of its declaration, or of the brace after it; 0: unknown
  // The body of the function is to the right of this column in that line. 0: any column is.
  std::uint32_t head_column = 0;
};

struct FunctionSource {
  std::vector<std::string> files;
  std::vector<SourceRow> rows;  // by address; without addresses whose line is unknown
  // The function, then the inlined ones, parents before children. Empty: unknown.
  std::vector<SourceScope> scopes;
  std::map<std::uint64_t, std::uint32_t>
      scope_from;  // by address: the innermost scope from there on

  // Returns the innermost scope at an address of the function.
  [[nodiscard]] std::uint32_t scope_at(std::uint64_t address) const;
};

// Thread: one.
class ModuleSource {
 public:
  explicit ModuleSource(const std::string& module) : object_(module) {}

  // Returns the source of the function whose first instruction is at `begin` (address minus load
  // bias) and whose code is in `ranges`. Empty without debug information.
  [[nodiscard]] FunctionSource of(std::uint64_t begin, const std::vector<CodeRange>& ranges) const;

 private:
  ObjectFile object_;
};

}  // namespace tarry::code
