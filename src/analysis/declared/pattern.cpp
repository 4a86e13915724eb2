// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/pattern.h"

#include <algorithm>
#include <utility>

#include "analysis/patterns/catalogue.h"

namespace tarry::analysis::declared {

std::string_view type_name(Type type) {
  constexpr std::string_view kNames[] = {
#define TARRY_PATTERN_TYPE(type, name) name,
#include "analysis/declared/language.def"
  };
  return kNames[static_cast<std::size_t>(type)];
}

bool PatternSet::has(Type root) const {
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
    return pattern.plugin ? pattern.plugin->wants(root) : pattern.root == root;
  });
}

bool PatternSet::has_records() const {
  return std::any_of(patterns.begin(), patterns.end(), [](const Pattern& pattern) {
    return !pattern.plugin || pattern.plugin->roots != std::vector{Type::Visit};
  });
}

bool PatternSet::ask_for(std::string_view name, AskedFor& asked) const {
  const auto known = std::find_if(patterns.begin(), patterns.end(),
                                  [&](const Pattern& pattern) { return pattern.name == name; });
  if (known != patterns.end()) {
    asked.patterns.push_back(static_cast<std::uint32_t>(known - patterns.begin()));
    const bool has_visits = known->plugin && known->plugin->wants(Type::Visit);
    return known->unit == model::Unit::Seconds && !has_visits;
  }
  if (!metrics_left_out({}, {std::string(name)}).ok()) return false;
  asked.metrics.push_back(model::find_metric(name));
  return true;
}

void PatternSet::add(Pattern pattern) {
  for (const std::uint32_t other : pattern.asked.patterns)
    pattern.level = std::max(pattern.level, patterns[other].level + 1);
  for (const std::string& name : pattern.counters)
    if (std::find(counters.begin(), counters.end(), name) == counters.end())
      counters.push_back(name);
  patterns.push_back(std::move(pattern));
}

}  // namespace tarry::analysis::declared
