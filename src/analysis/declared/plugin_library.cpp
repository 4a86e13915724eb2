// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/plugin_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "tarry/pattern.h"

namespace tarry::analysis::declared {
namespace {

using base::Error;
using base::ErrorCode;

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

Error wrong(const std::string& file, const std::string& what, const std::string& hint) {
  return Error{ErrorCode::BadInput, what, file, hint};
}

// Returns the kinds of events that it has functions for.
std::vector<Type> roots_of(const tarry_pattern& plugin) {
  std::vector<Type> roots;
  const auto add = [&](bool has_function, Type root) {
    if (has_function) roots.push_back(root);
  };
  add(plugin.message != nullptr, Type::Receive);
  add(plugin.collective != nullptr, Type::Collective);
  add(plugin.lock != nullptr, Type::Acquire);
  add(plugin.call != nullptr, Type::Call);
  add(plugin.team_barrier != nullptr, Type::TeamBarrier);
  add(plugin.one_sided != nullptr, Type::OneSided);
  add(plugin.result != nullptr, Type::Result);
  add(plugin.visit != nullptr, Type::Visit);
  return roots;
}

// Reads the ids of wait states, ended by nullptr.
base::Status read_unless(const tarry_pattern& described, const std::string& file,
                         std::vector<model::MetricId>& unless) {
  for (const char* const* id = described.unless; id != nullptr && *id != nullptr; ++id) {
    unless.push_back(model::find_metric(*id));
    if (!unless.back().valid())
      return wrong(file, std::string("pattern '") + described.name + "' names '" + *id + "'",
                   "'unless' takes the ids of metrics");
  }
  return base::kOk;
}

// Reads what the pattern asks for.
base::Status read_asked(const tarry_pattern& described, const std::string& file,
                        const PatternSet& set, AskedFor& asked) {
  const char* const* id = described.asks_for;
  if ((described.result != nullptr) != (id != nullptr && *id != nullptr))
    return wrong(file, std::string("pattern '") + described.name + "' asks for no results",
                 "a function for results and 'asks_for' belong together");
  for (; id != nullptr && *id != nullptr; ++id)
    if (!set.ask_for(*id, asked))
      return wrong(
          file, std::string("pattern '") + described.name + "' asks for '" + *id + "'",
          "'asks_for' takes wait states, and patterns before this one, that are times and see "
          "no visits");
  return base::kOk;
}

// Reads the names of counters.
base::Status read_counters(const tarry_pattern& described, const std::string& file,
                           const PatternSet& set, std::vector<std::string>& counters) {
  std::set<std::string> all(set.counters.begin(), set.counters.end());
  for (const char* const* name = described.counters; name != nullptr && *name != nullptr; ++name) {
    counters.emplace_back(*name);
    all.insert(*name);
  }
  if (all.size() > kMostCounters)
    return wrong(file, std::string("pattern '") + described.name + "' names too many counters",
                 "all patterns together may name " + std::to_string(kMostCounters));
  return base::kOk;
}

}  // namespace

base::Result<Pattern> checked_plugin(const tarry_pattern& plugin, Plugin where,
                                     const PatternSet& set) {
  const std::string file = where.file;
  if (plugin.version != TARRY_PATTERN_VERSION)
    return Error{ErrorCode::Unsupported,
                 "patterns made for version " + std::to_string(plugin.version) +
                     " of the interface, where tarry has version " +
                     std::to_string(TARRY_PATTERN_VERSION),
                 file, "compile them again with the include/tarry/pattern.h of this tarry"};
  if (plugin.name == nullptr || plugin.title == nullptr || plugin.about == nullptr ||
      plugin.unit == nullptr || plugin.confidence == nullptr)
    return wrong(file, "a pattern without a name, title, description, unit or confidence", "");
  Pattern pattern;
  pattern.name = plugin.name;
  pattern.title = plugin.title;
  pattern.about = plugin.about;
  if (plugin.confidence != std::string_view("max"))
    pattern.about += std::string(" (confidence: ") + plugin.confidence + ')';
  if (!is_name(pattern.name))
    return wrong(file, "a pattern called '" + pattern.name + "'",
                 "names have small letters, digits and '_'");
  const bool is_taken =
      std::any_of(set.patterns.begin(), set.patterns.end(),
                  [&](const Pattern& other) { return other.name == pattern.name; });
  if (is_taken || model::find_metric(pattern.name).valid())
    return wrong(file, "a second metric or pattern called '" + pattern.name + "'", "");
  where.roots = roots_of(plugin);
  if (where.roots.empty())
    return wrong(file, "pattern '" + pattern.name + "' has no functions",
                 "functions are message, collective, lock, call, team_barrier, one_sided, result "
                 "and visit");
  const auto unit = std::find_if(std::begin(kUnitWords), std::end(kUnitWords),
                                 [&](const UnitWord& known) { return known.word == plugin.unit; });
  if (unit == std::end(kUnitWords))
    return wrong(file, "pattern '" + pattern.name + "' has the unit '" + plugin.unit + "'",
                 "units are seconds, occurrences and bytes");
  pattern.unit = unit->unit;
  TRY(read_unless(plugin, file, pattern.unless));
  TRY(read_asked(plugin, file, set, pattern.asked));
  TRY(read_counters(plugin, file, set, pattern.counters));
  pattern.plugin = std::move(where);
  if (plugin.parent == nullptr) return pattern;
  pattern.parent = model::find_metric(plugin.parent);
  if (!pattern.parent.valid() || pattern.parent >= model::first_cost_metric() ||
      info(pattern.parent).unit != pattern.unit)
    return wrong(file, "pattern '" + pattern.name + "' has the parent '" + plugin.parent + "'",
                 "it must be a metric with the same unit, and no delay cost");
  return pattern;
}

base::Status load_library(const std::string& file, PatternSet& set) {
  // Without a slash the loader would search other folders.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const message = dlerror();
    return Error{ErrorCode::NotFound, "cannot load the patterns", file,
                 message == nullptr ? "" : message};
  }
  void* const found = dlsym(library, "tarry_patterns");
  if (found == nullptr)
    return wrong(file, "a library without patterns",
                 "it must export tarry_patterns; see include/tarry/pattern.h");
  const tarry_pattern* const* plugin = reinterpret_cast<decltype(&tarry_patterns)>(found)();
  for (; plugin != nullptr && *plugin != nullptr; ++plugin) {
    TRY_ASSIGN(Pattern pattern, checked_plugin(**plugin, {file, {}, *plugin, {}, 0}, set));
    set.add(std::move(pattern));
  }
  return base::kOk;
}

}  // namespace tarry::analysis::declared
