// SPDX-License-Identifier: BSD-3-Clause
#include "cli/supposition.h"

#include <algorithm>
#include <cmath>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::cli {
namespace {

constexpr std::uint32_t kMostRanks = 1 << 24;  // limit for a number of a rank

base::Error usage(const char* what, const std::string& where, const char* advice) {
  return {base::ErrorCode::Usage, what, where, advice};
}

// Reads a list such as "0,3-5".
base::Result<std::vector<std::uint32_t>> ranks_of(const std::string& text) {
  std::vector<std::uint32_t> ranks;
  for (const std::string_view word : base::split(text, ',')) {
    const auto range = base::range_in(word);
    if (!range || range->last >= kMostRanks)
      return usage("not a list of ranks", "--on " + text, "for example 0,4-7");
    for (std::uint32_t rank = range->first; rank <= range->last; ++rank) ranks.push_back(rank);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace

base::Result<std::optional<model::Supposition>> supposition_of(const SuppositionWords& words) {
  model::Supposition out;
  out.balance = !words.balance.empty();
  out.place = out.balance ? words.balance : words.what_if;
  if (out.place.empty()) {
    if (words.on.empty() && words.factor.empty()) return std::optional<model::Supposition>();
    return usage("no region or call path is given", words.on.empty() ? "--factor" : "--on",
                 "give --what-if; --on goes with --balance as well");
  }
  if (out.balance && !words.factor.empty())
    return usage("--balance takes no factor", "--factor " + words.factor,
                 "--factor goes with --what-if only");
  if (!words.on.empty()) {
    TRY_ASSIGN(out.on, ranks_of(words.on));
  }
  if (!words.factor.empty()) {
    const auto factor = base::number_in<double>(words.factor);
    if (!factor || !std::isfinite(*factor) || *factor < 0.0 || *factor > 1e6)
      return usage("not a factor of time", "--factor " + words.factor,
                   "0 for none of it, 0.5 for half, 2 for twice as long");
    out.factor = *factor;
  }
  return std::optional(out);
}

}  // namespace tarry::cli
