// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/unified_definitions.h"

#include <filesystem>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "runtime/core/lifecycle.h"
#include "runtime/finalize/safely.h"
#include "trace/eventlog/converter.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::runtime::finalize {
namespace {

using trace::eventlog::DefinitionSet;

// Lives until the exit hook has used it, whichever destructors have run by then.
constinit DefinitionSet* set = nullptr;

void replace_set(DefinitionSet&& fresh) {
  auto* replacement = new DefinitionSet(std::move(fresh));
  delete set;
  set = replacement;
}

// A failure leaves the logs as they are.
void convert(const char* experiment, const char* directory) {
  safely([&] {
    const auto definitions = trace::eventlog::read_process_definitions(directory);
    return definitions.ok() &&
           trace::eventlog::convert_process(experiment, *definitions, *set).ok();
  });
}

}  // namespace

bool collect_definitions(const char* directory) {
  return safely([&] {
    replace_set({});
    if (directory[0] == '\0') return true;
    auto definitions = trace::eventlog::read_process_definitions(directory);
    if (!definitions.ok()) return false;
    trace::eventlog::add_teams(*definitions);
    const bool good = trace::eventlog::collect_functions(directory, *definitions).ok();
    replace_set(std::move(definitions->set));
    return good;
  });
}

bool merge_definitions(const Text& other) {
  return safely([&] {
    auto parsed = DefinitionSet::parse(other.view());
    if (!parsed.ok()) return false;
    if (set == nullptr)
      replace_set(std::move(*parsed));
    else
      set->merge(*parsed);
    return true;
  });
}

bool complete_definitions(const char* experiment) {
  return safely([&] {
    if (set == nullptr) return false;
    set->assign_ids();
    const auto path = std::filesystem::path(experiment) / base::kRawFolder / base::kUnifiedFile;
    return base::write_file(path, set->serialize(true)).ok();
  });
}

bool members_are_known() {
  if (set == nullptr) return false;
  for (const auto& [key, comm] : set->communicators)
    if (comm.kind == "inter" && (comm.members.empty() || comm.remote_members.empty())) return false;
  return true;
}

bool write_definitions(bool with_members, Text& text) {
  return safely([&] {
    if (set == nullptr) return false;
    return text.assign(set->serialize(with_members));
  });
}

bool adopt_definitions(const Text& complete) {
  return safely([&] {
    auto parsed = DefinitionSet::parse(complete.view());
    if (!parsed.ok()) return false;
    replace_set(std::move(*parsed));
    core::add_exit_hook(convert);
    return true;
  });
}

}  // namespace tarry::runtime::finalize
