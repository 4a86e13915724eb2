// SPDX-License-Identifier: BSD-3-Clause
// The source of one function's machine code, all of it at once: which lines its instructions come
// from, and which functions were put into it where.
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

// Instructions of one line.
struct SourceRow {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t file = 0;  // in FunctionSource::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: not known
};

// The function itself, or one that was inlined into it once.
struct SourceScope {
  std::uint32_t parent = 0;  // in FunctionSource::scopes; the function is its own
  std::uint32_t depth = 0;   // 0: the function
  // In the parent, as far as it is known; `function` is the own name.
  CodeFrame call;
  std::uint32_t head = 0;  // line of its declaration, or of the brace behind it; 0: not known
  // In that line: the body of the function is to the right of it. 0: anything that has a column is.
  std::uint32_t head_column = 0;
};

struct FunctionSource {
  std::vector<std::string> files;
  std::vector<SourceRow> rows;  // by address; what no line is known of is left out
  // The function, then what was inlined, parents before children. Empty: not known.
  std::vector<SourceScope> scopes;
  std::map<std::uint64_t, std::uint32_t>
      scope_from;  // by address: the innermost scope from there on

  // The innermost scope at an address of the function.
  [[nodiscard]] std::uint32_t scope_at(std::uint64_t address) const;
};

// Thread: one.
class ModuleSource {
 public:
  explicit ModuleSource(const std::string& module) : object_(module) {}

  // Of the function whose first instruction is at `begin` (address minus load bias) and whose code
  // is in `ranges`. Empty without debug information.
  [[nodiscard]] FunctionSource of(std::uint64_t begin, const std::vector<CodeRange>& ranges) const;

 private:
  ObjectFile object_;
};

}  // namespace tarry::code
