// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/region_filter.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "runtime/core/definitions_log.h"
#include "runtime/core/function_symbols.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/own_stack.h"
#include "runtime/core/process.h"
#include "runtime/core/readable_name.h"

namespace tarry::runtime::core {

using runtime::rules::FilterRules;
using trace::eventlog::ExcludedFunctions;

constinit bool has_region_rules = false;

namespace {

// Read-only after load_filter().
constinit const FilterRules* in_use = nullptr;
constinit char problem[256] = {};

}  // namespace

void load_filter() {
  if (process.settings.filter[0] == '\0') return;
  in_use = runtime::rules::read_filter_rules(process.experiment_path, problem, sizeof problem);
  has_region_rules = in_use != nullptr && in_use->filter.has_rules();
  if (has_region_rules) has_decisions.store(true, std::memory_order_relaxed);
}

const FilterRules* filter_in_use() { return in_use; }

const char* filter_problem() { return problem[0] == '\0' ? nullptr : problem; }

bool excludes_region(const char* name, const char* file) {
  return has_region_rules && filter::excludes(in_use->filter, {name, "", file, ""});
}

namespace {

// An object with functions that were called. Guarded by Process::lock.
struct FilteredModule {
  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool is_excluded = false;
  const ExcludedFunctions* listed = nullptr;  // if nullptr, `symbols` is searched
  const SymbolTable* symbols = nullptr;
};
constexpr std::size_t kMaxModules = 1024;
constinit FilteredModule modules[kMaxModules];
constinit std::size_t module_count = 0;

constinit std::atomic<bool> is_full = false;

const FilteredModule* known_module(std::uint64_t address) {
  for (std::size_t i = 0; i < module_count; ++i)
    if (modules[i].begin <= address && address < modules[i].end) return &modules[i];
  return nullptr;
}

const ExcludedFunctions* list_for(const char* path) {
  trace::eventlog::FileIdentity identity;
  if (!trace::eventlog::identify_file(path, identity)) return nullptr;
  for (const ExcludedFunctions& each : in_use->listed)
    if (each.module == identity) return &each;
  return nullptr;
}

void note_file_rules(const char* module) {
  static constinit char text[ModulePlace::kLongestPath + 128];
  std::snprintf(text, sizeof text,
                "rules for source files are not applied to %s: it was not known before the start",
                module);
  note(text);
}

const FilteredModule* add_module(const ModulePlace& place) {
  if (module_count == kMaxModules) return nullptr;
  FilteredModule& module = modules[module_count];
  module.bias = place.bias;
  module.begin = place.begin;
  module.end = place.end;
  if (place.path[0] != '\0') {
    module.is_excluded = filter::excludes(in_use->filter, {"", "", "", place.path});
    module.listed = module.is_excluded ? nullptr : list_for(place.path);
    if (!module.is_excluded && module.listed == nullptr) {
      module.symbols = symbols_of(place);
      if (!in_use->filter.files.empty()) note_file_rules(place.path);
    }
  }
  ++module_count;
  return &module;
}

struct Question {
  const char* symbol;
  bool answer;
};

// gfortran appends an underscore to the names of procedures. Names that were read from debug
// information before the run do not have it.
void answer(void* argument) {
  auto& question = *static_cast<Question*>(argument);
  const char* name = readable_name(question.symbol);
  if (name == nullptr) return;
  char plain[kLongestName + 1];
  std::size_t length = std::strlen(name);
  if (length > 1 && name[length - 1] == '_' && std::strcmp(name, question.symbol) == 0) --length;
  std::memcpy(plain, name, length);
  plain[length] = '\0';
  question.answer = filter::excludes(in_use->filter, {plain, question.symbol, "", ""});
}

bool decide(const FilteredModule* module, std::uint64_t address) {
  if (module == nullptr) return false;
  if (module->is_excluded) return true;
  const std::uint64_t offset = address - module->bias;
  if (module->listed != nullptr) return module->listed->contains(offset);
  if (module->symbols == nullptr) return false;
  Question question{module->symbols->find(offset), false};
  if (question.symbol != nullptr) call_on_own_stack(answer, &question);
  return question.answer;
}

Decision decide_and_keep(const FilteredModule* module, std::uint64_t address) {
  const Decision decision = decide(module, address) ? Decision::Excluded : Decision::Recorded;
  if (keep_decision(address, decision)) return decision;
  is_full.store(true, std::memory_order_relaxed);
  note("there are too many functions: further ones are recorded, whatever the filter says");
  return Decision::Recorded;
}

}  // namespace

Decision decide_on_function(std::uint64_t address) {
  if (!measured() || is_full.load(std::memory_order_relaxed) || this_thread.quiet_depth != 0 ||
      getpid() != process.pid)
    return Decision::Recorded;
  const OnOwnAccount on_own_account;
  if (!start_measurement()) return Decision::Recorded;
  // Another thread may have decided meanwhile.
  bool is_known = true;
  const auto known = [&] {
    is_known = true;
    return decision_on(address, [&] { return is_known = false, Decision::Recorded; });
  };
  {
    const QuietSection quiet;
    if (const Decision decision = known(); is_known) return decision;
    if (const FilteredModule* module = known_module(address); module != nullptr)
      return decide_and_keep(module, address);
  }
  // This must be outside of a QuietSection: the dynamic loader has a lock of its own.
  ModulePlace place;
  const bool found = find_module(address, place);
  const QuietSection quiet;
  if (const Decision decision = known(); is_known) return decision;
  const FilteredModule* module = known_module(address);
  if (module == nullptr && found) module = add_module(place);
  return decide_and_keep(module, address);
}

}  // namespace tarry::runtime::core
