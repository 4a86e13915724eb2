// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/inlined_functions.h"

#include <dwarf.h>

#include <algorithm>

#include "filter/parser.h"
#include "model/definitions.h"
#include "trace/finish/dwarf_scopes.h"
#include "trace/finish/object_file.h"
#include "trace/recording/excluded_functions.h"

namespace tarry::trace::finish {
namespace {

std::vector<FunctionName> functions_around(Dwarf_Die* unit, Dwarf_Addr address) {
  std::vector<FunctionName> out;
  for (Dwarf_Die& scope : scopes_around(unit, address)) {
    if (dwarf_tag(&scope) == DW_TAG_subprogram) break;
    if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
    FunctionName function = described_function(&scope);
    if (function.name.empty()) continue;
    if (function.canonical.empty()) function.canonical = function.name;
    out.push_back(std::move(function));
  }
  std::reverse(out.begin(), out.end());
  out.resize(std::min(out.size(), model::kMostInlined));
  return out;
}

}  // namespace

std::vector<std::vector<FunctionName>> inlined_functions(
    const std::string& module, const std::vector<std::uint64_t>& offsets) {
  const ObjectFile object(module);
  std::vector<std::vector<FunctionName>> out;
  out.reserve(offsets.size());
  for (const std::uint64_t offset : offsets) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = object.unit_of(offset, bias);
    out.push_back(unit != nullptr ? functions_around(unit, offset - bias)
                                  : std::vector<FunctionName>{});
  }
  return out;
}

filter::Filter recorded_filter(const std::filesystem::path& experiment) {
  const std::filesystem::path file = experiment / recording::kFilterCopy;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  base::Result<filter::Filter> read = filter::read_filter(file.string());
  return read.ok() ? std::move(*read) : filter::Filter{};
}

}  // namespace tarry::trace::finish
