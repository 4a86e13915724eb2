// SPDX-License-Identifier: BSD-3-Clause
#include "report/prospect_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/joined.h"
#include "report/cube_types.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::report {
namespace {

constexpr std::size_t kMostPaths = 10;

std::string on(const std::vector<std::uint32_t>& ranks) {
  if (ranks.empty()) return "";
  return fmt::format(" on {} {}", ranks.size() == 1 ? "rank" : "ranks", base::joined(ranks));
}

std::string condition(const model::Supposition& supposed) {
  if (supposed.balance)
    return fmt::format("If {}{} were balanced", supposed.place, on(supposed.on));
  if (supposed.factor == 0.0)
    return fmt::format("If {}{} took no time", supposed.place, on(supposed.on));
  return fmt::format("If {}{} took {} times as long", supposed.place, on(supposed.on),
                     supposed.factor);
}

bool changes_nothing(const model::Prospect& prospect) {
  return prospect.duration_before_s == prospect.duration_after_s &&
         prospect.waiting.gone_s == 0.0 && prospect.waiting.arisen_s == 0.0;
}

}  // namespace

std::string prospect_text(const model::Prospect& prospect, const model::SeverityCube& cube) {
  const double before = prospect.duration_before_s, after = prospect.duration_after_s;
  const model::WaitingChange& waiting = prospect.waiting;
  if (changes_nothing(prospect))
    return fmt::format("{}:\n  nothing changes: the run time stays {}, the waiting {}\n",
                       condition(prospect.supposition), seconds(before), seconds(waiting.before_s));
  std::string out = fmt::format(
      "{}:\n  run time  {} -> {}, {} ({}) {}\n  waiting   {} -> {}: {} less where it was, {} more "
      "elsewhere\n",
      condition(prospect.supposition), seconds(before), seconds(after),
      seconds(std::abs(before - after)), percent(std::abs(before - after), before),
      after <= before ? "less" : "more", seconds(waiting.before_s), seconds(waiting.after_s),
      seconds(waiting.gone_s), seconds(waiting.arisen_s));
  std::vector<model::Prospect::AtCallPath> most = prospect.by_callpath;
  std::erase_if(most, [](const auto& each) {
    return each.waiting.gone_s == 0.0 && each.waiting.arisen_s == 0.0;
  });
  std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) {
    return std::max(a.waiting.gone_s, a.waiting.arisen_s) >
           std::max(b.waiting.gone_s, b.waiting.arisen_s);
  });
  if (most.empty()) return out;
  out += fmt::format("\n  {:>10}  {:>10}  {:>10}  {:>10}  waits in\n", "before", "less", "more",
                     "after");
  for (std::size_t i = 0; i < std::min(most.size(), kMostPaths); ++i) {
    const model::WaitingChange& it = most[i].waiting;
    out += fmt::format("  {:>10}  {:>10}  {:>10}  {:>10}  {}\n", seconds(it.before_s),
                       seconds(it.gone_s), seconds(it.arisen_s), seconds(it.after_s),
                       shown_path(cube, most[i].callpath));
  }
  if (most.size() > kMostPaths) out += fmt::format("  and {} more\n", most.size() - kMostPaths);
  return out;
}

}  // namespace tarry::report
