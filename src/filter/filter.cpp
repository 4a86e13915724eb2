// SPDX-License-Identifier: BSD-3-Clause
#include "filter/filter.h"

#include <fnmatch.h>

#include <algorithm>
#include <string_view>

#include "filter/words.h"

namespace tarry::filter {
namespace {

// `/` and `.` are not special: `*` fits any part of a path and of a name.
bool fits(const Rule& rule, const char* text) noexcept {
  return ::fnmatch(rule.pattern.c_str(), text, 0) == 0;
}

// The last rule that fits decides, so the search begins at the end.
template <class TextOf>
bool excluded_by(const std::vector<Rule>& rules, TextOf text_of) noexcept {
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    const char* const text = text_of(*rule);
    if (*text != '\0' && fits(*rule, text)) return rule->excludes;
  }
  return false;
}

}  // namespace

bool excludes(const Filter& filter, const RegionNames& region) noexcept {
  if (excluded_by(filter.files, [&](const Rule&) { return region.file; })) return true;
  if (excluded_by(filter.modules, [&](const Rule&) { return region.module; })) return true;
  return excluded_by(filter.regions, [&](const Rule& rule) {
    return rule.mangled && *region.mangled != '\0' ? region.mangled : region.name;
  });
}

bool keeps(const Filter& filter, model::Rank rank) noexcept {
  return filter.ranks.empty() ||
         std::any_of(filter.ranks.begin(), filter.ranks.end(), [&](const RankRange& range) {
           return range.first <= rank && rank <= range.last;
         });
}

bool keeps(const Filter& filter, std::chrono::nanoseconds time) noexcept {
  return filter.times.empty() ||
         std::any_of(filter.times.begin(), filter.times.end(), [&](const TimeWindow& window) {
           return window.begin <= time && time < window.end;
         });
}

std::string exact_pattern(const std::string& name) {
  constexpr std::string_view kSpecial = " \t\v\f#*?[]\\";
  constexpr std::string_view kLineEnds = "\r\n";  // cannot be escaped
  std::string out;
  for (const char c : name) {
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += kLineEnds.find(c) != std::string_view::npos ? '?' : c;
  }
  return is_keyword(out) ? '\\' + out : out;
}

}  // namespace tarry::filter
