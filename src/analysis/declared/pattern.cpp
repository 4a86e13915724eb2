// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/pattern.h"

#include <algorithm>

#include "analysis/declared/plugin_calls.h"

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
    return pattern.plugin != nullptr ? has_function(*pattern.plugin, root) : pattern.root == root;
  });
}

}  // namespace tarry::analysis::declared
