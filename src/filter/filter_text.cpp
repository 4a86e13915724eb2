// SPDX-License-Identifier: BSD-3-Clause
#include "filter/filter_text.h"

#include <algorithm>
#include <string_view>

#include "filter/words.h"

namespace tarry::filter {
namespace {

std::string rule_text(const Rule& rule) {
  std::string out = "  " + std::string(rule.excludes ? kExclude : kInclude) + " ";
  if (rule.mangled) out += std::string(kMangled) + " ";
  return out + rule.pattern + "\n";
}

void add_block(std::string_view name, const std::vector<Rule>& rules, std::string& out) {
  if (rules.empty()) return;
  out += std::string(name) + std::string(kBegin) + "\n";
  for (const Rule& rule : rules) out += rule_text(rule);
  out += std::string(name) + std::string(kEnd) + "\n";
}

std::string rank_text(const RankRange& range) {
  if (range.first == range.last) return std::to_string(range.first.value);
  const bool is_open = range.last.value == model::Rank::kNone - 1;
  return std::to_string(range.first.value) + "-" +
         (is_open ? "" : std::to_string(range.last.value));
}

std::string time_text(std::chrono::nanoseconds time) {
  constexpr std::int64_t kMicrosecond = 1000;
  constexpr std::int64_t kMicroseconds = 1000000;
  const std::int64_t all = time.count() / kMicrosecond;
  std::string part = std::to_string(kMicroseconds + all % kMicroseconds);  // with leading zeros
  part.front() = '.';
  part.erase(part.find_last_not_of('0') + 1);
  return std::to_string(all / kMicroseconds) + (part == "." ? "" : part) + "s";
}

std::string window_text(const TimeWindow& window) {
  return time_text(window.begin) + "-" +
         (window.end == TimeWindow::kNoEnd ? "" : time_text(window.end));
}

template <class T>
void add_line(std::string_view name, const std::vector<T>& parts, std::string (*text_of)(const T&),
              std::string& out) {
  if (parts.empty()) return;
  out += name;
  for (std::size_t at = 0; at < parts.size(); ++at)
    out += (at == 0 ? " " : ",") + text_of(parts[at]);
  out += "\n";
}

}  // namespace

std::string filter_text(const Filter& filter, const std::vector<std::string>& comments) {
  std::string out;
  for (std::string comment : comments) {
    std::replace(comment.begin(), comment.end(), '\n', ' ');  // the rest would become rules
    out += "# " + comment + "\n";
  }
  add_block(kRegionBlock, filter.regions, out);
  add_block(kFileBlock, filter.files, out);
  add_block(kModuleBlock, filter.modules, out);
  add_line(kRanks, filter.ranks, rank_text, out);
  add_line(kTime, filter.times, window_text, out);
  return out;
}

}  // namespace tarry::filter
