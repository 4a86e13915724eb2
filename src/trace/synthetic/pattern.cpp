// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/pattern.h"

#include <algorithm>
#include <optional>

#include "base/parse_number.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {
namespace {

constexpr std::string_view kGroupNames[] = {"world", "row", "column"};

std::string known_patterns() {
  std::string names;
  for (const PatternName& known : kPatternNames)
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  return names;
}

// Removes the part behind `mark` from `text` and returns it; nothing if there is no such mark.
std::optional<std::string_view> cut(std::string_view& text, char mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + 1);
  text = text.substr(0, at);
  return rest;
}

base::Error bad(std::string what, std::string_view text, std::string hint) {
  return {base::ErrorCode::Usage, std::move(what), std::string(text), std::move(hint)};
}

}  // namespace

base::Result<Pattern> parse_pattern(std::string_view text) {
  std::string_view rest = text;
  Pattern pattern;
  const auto first = cut(rest, '+');
  const auto every = cut(rest, '/');
  const auto group = cut(rest, ':');
  const auto known = std::find_if(kPatternNames.begin(), kPatternNames.end(),
                                  [&](const PatternName& name) { return name.name == rest; });
  if (known == kPatternNames.end())
    return bad("no such pattern", text, "known: " + known_patterns());
  pattern.kind = known->kind;
  if (group) {
    const auto* const found = std::find(std::begin(kGroupNames), std::end(kGroupNames), *group);
    if (found == std::end(kGroupNames))
      return bad("no such group of processes", text, "known: world, row, column");
    pattern.group = static_cast<GroupKind>(found - std::begin(kGroupNames));
  }
  const auto period = base::number_in<std::uint64_t>(every.value_or("1"));
  const auto offset = base::number_in<std::uint64_t>(first.value_or("0"));
  if (!period || *period == 0 || !offset || *offset >= *period)
    return bad("not a choice of iterations", text,
               "write /N for every N-th one, /N+FIRST with FIRST below N to begin with another");
  pattern.every = *period;
  pattern.first = *offset;
  return pattern;
}

std::string to_text(const Pattern& pattern) {
  std::string text(kPatternNames[static_cast<std::size_t>(pattern.kind)].name);
  if (pattern.group != GroupKind::World)
    text += ':' + std::string(kGroupNames[static_cast<std::size_t>(pattern.group)]);
  if (pattern.every != 1) text += '/' + std::to_string(pattern.every);
  if (pattern.first != 0) text += '+' + std::to_string(pattern.first);
  return text;
}

}  // namespace tarry::trace::synthetic
