// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sinks/unified_definitions.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>

#include "runtime/core/lifecycle.h"
#include "trace/recording/converter.h"
#include "trace/recording/process_definitions.h"
#include "trace/recording/tsv.h"

namespace tarry::runtime::sinks {
namespace {

using trace::recording::DefinitionSet;

// Lives until the exit hook has used it, whatever destructors have run by then.
constinit DefinitionSet* set = nullptr;

// Runs `work`, which returns bool; an exception is a failure.
template <class Work>
bool safely(Work work) noexcept {
  try {
    return work();
  } catch (...) {
    return false;
  }
}

void replace_set(DefinitionSet&& fresh) {
  auto* replacement = new DefinitionSet(std::move(fresh));
  delete set;
  set = replacement;
}

// What fails here leaves the logs as they are.
void convert(const char* experiment, const char* directory) {
  safely([&] {
    const auto definitions = trace::recording::read_process_definitions(directory);
    return definitions.ok() &&
           trace::recording::convert_process(experiment, *definitions, *set).ok();
  });
}

}  // namespace

Text::~Text() { std::free(data_); }

bool Text::resize(std::size_t size) {
  std::free(data_);
  data_ = static_cast<char*>(std::malloc(size == 0 ? 1 : size));
  size_ = data_ == nullptr ? 0 : size;
  return data_ != nullptr;
}

bool collect_definitions(const char* directory) {
  return safely([&] {
    replace_set({});
    if (directory[0] == '\0') return true;
    auto definitions = trace::recording::read_process_definitions(directory);
    if (!definitions.ok()) return false;
    trace::recording::add_teams(*definitions);
    const bool good = trace::recording::collect_functions(directory, *definitions).ok();
    replace_set(std::move(definitions->set));
    return good;
  });
}

bool merge_definitions(const Text& other) {
  return safely([&] {
    auto parsed = DefinitionSet::parse({other.data(), other.size()});
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
    const auto path = std::filesystem::path(experiment) / "raw" / "unified.tsv";
    return trace::recording::write_text(path, set->serialize(true)).ok();
  });
}

bool write_definitions(bool with_members, Text& text) {
  return safely([&] {
    if (set == nullptr) return false;
    const std::string serialized = set->serialize(with_members);
    if (!text.resize(serialized.size())) return false;
    std::memcpy(text.data(), serialized.data(), serialized.size());
    return true;
  });
}

bool adopt_definitions(const Text& complete) {
  return safely([&] {
    auto parsed = DefinitionSet::parse({complete.data(), complete.size()});
    if (!parsed.ok()) return false;
    replace_set(std::move(*parsed));
    core::set_exit_hook(convert);
    return true;
  });
}

}  // namespace tarry::runtime::sinks
