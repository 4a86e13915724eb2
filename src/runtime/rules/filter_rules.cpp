// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/rules/filter_rules.h"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "filter/parser.h"

namespace tarry::runtime::rules {
namespace {

base::Result<const FilterRules*> read_all(const std::filesystem::path& experiment) {
  namespace eventlog = trace::eventlog;
  auto rules = std::make_unique<FilterRules>();
  TRY_ASSIGN(rules->filter, filter::read_filter((experiment / base::kFilterFile).string()));
  if (rules->filter.has_rules()) {
    TRY_ASSIGN(const std::string text, base::read_file(experiment / base::kExcludedFile));
    TRY_ASSIGN(rules->listed, eventlog::excluded_from_text(text));
  }
  return rules.release();
}

}  // namespace

const FilterRules* read_filter_rules(const char* experiment, char* problem, std::size_t size) {
  constexpr const char* kProblem = "the filter is not applied: %s";
  try {
    base::Result<const FilterRules*> rules = read_all(experiment);
    if (rules.ok()) return *rules;
    std::snprintf(problem, size, kProblem, rules.error().message().c_str());
  } catch (const std::exception&) {
    std::snprintf(problem, size, kProblem, "no memory to read it");
  }
  return nullptr;
}

}  // namespace tarry::runtime::rules
