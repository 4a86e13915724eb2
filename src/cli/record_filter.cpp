// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_filter.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "code/symbolizer.h"
#include "trace/eventlog/excluded_functions.h"

namespace tarry::cli {
namespace {

using trace::eventlog::ExcludedFunctions;

constexpr std::string_view kHook = "__cyg_profile_func_enter";

// Returns whether a module has instrumented functions. Most libraries have none and need no search.
bool is_instrumented(const std::string& module) {
  const auto symbols = launch::read_symbols(module, {kHook});
  return symbols.ok() && !symbols->undefined.empty();
}

std::set<std::string> instrumented_modules(const std::vector<launch::Program>& programs) {
  std::set<std::string> out;
  for (const launch::Program& program : programs) {
    if (is_instrumented(program.path)) out.insert(program.path);
    for (const launch::NeededLibrary& library : program.libraries)
      if (!library.path.empty() && is_instrumented(library.path)) out.insert(library.path);
  }
  return out;
}

struct NamedFunctions {
  std::vector<std::uint64_t> offsets;
  std::vector<code::FunctionName> names;  // of each
};

NamedFunctions functions_of(const std::string& module) {
  auto offsets = launch::read_functions(module);
  if (!offsets.ok()) return {};
  auto names = code::name_functions(module, *offsets);
  return {*std::move(offsets), std::move(names)};
}

std::vector<std::uint64_t> excluded_in(const std::string& module, const filter::Filter& filter) {
  const auto [offsets, names] = functions_of(module);
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (filter::excludes(filter, {names[i].name.c_str(), names[i].canonical.c_str(),
                                  names[i].file.c_str(), module.c_str()}))
      out.push_back(offsets[i]);
  return out;
}

}  // namespace

base::Status check_ranks(const filter::Filter& filter, std::optional<std::uint32_t> ranks) {
  if (filter.ranks.empty() || !ranks || filter.ranks.front().first.value < *ranks) return base::kOk;
  return base::Error{base::ErrorCode::Usage,
                     *ranks == 1 ? "the filter's TARRY_RANKS leave out the only process"
                                 : "the filter's TARRY_RANKS leave out all " +
                                       std::to_string(*ranks) + " processes",
                     "", "ranks are counted from 0"};
}

std::set<std::string> instrumented_functions(const std::vector<launch::Program>& programs) {
  std::set<std::string> out;
  for (const std::string& module : instrumented_modules(programs))
    for (const code::FunctionName& function : functions_of(module).names) out.insert(function.name);
  return out;
}

base::Status write_record_filter(const experiment::Experiment& experiment, const std::string& file,
                                 const filter::Filter& filter,
                                 const std::vector<launch::Program>& programs) {
  TRY_ASSIGN(const std::string text, base::read_file(file));
  TRY(base::write_file(experiment.directory() / base::kFilterFile, text));
  if (!filter.has_rules()) return base::kOk;
  std::vector<ExcludedFunctions> modules;
  for (const std::string& module : instrumented_modules(programs)) {
    ExcludedFunctions excluded;
    if (!trace::eventlog::identify_file(module.c_str(), excluded.module)) continue;
    excluded.offsets = excluded_in(module, filter);
    modules.push_back(std::move(excluded));
  }
  return base::write_file(experiment.directory() / base::kExcludedFile,
                          trace::eventlog::excluded_as_text(modules));
}

}  // namespace tarry::cli
