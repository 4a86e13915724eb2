// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/visit_charges.h"

#include <algorithm>

#include "analysis/declared/charges.h"

namespace tarry::analysis::declared {

void VisitCharges::add(std::span<const VisitFact> visits, const std::vector<Charge>& charges) {
  std::size_t last = visits.size();
  std::int64_t left = 0;
  for (Charge charge : charges) {
    const std::size_t v = charge.call.index;
    if (v >= visits.size() || (last < visits.size() && v < last)) continue;  // it was changed
    const VisitFact& visit = visits[v];
    if (visit.call.instance != kNoIndex) {
      charge.call.index = visit.call.instance;
      take_(charge);
      continue;
    }
    const bool is_time = set_.patterns[charge.pattern].unit == model::Unit::Seconds;
    if (v != last) left = is_time ? base::positive_part(visit.call.own).count : INT64_MAX;
    last = v;
    const std::int64_t amount = std::min(charge.amount, left);
    left -= amount;
    const model::LocationIndex location =
        partition_.location_of(visit.call.rank, visit.call.location);
    std::int64_t& sum = sums_[{location, visit.callpath, charge.pattern}];
    if (__builtin_add_overflow(sum, amount, &sum)) sum = INT64_MAX;
  }
}

void VisitCharges::put_cells(const std::function<bool(std::uint32_t)>& counts,
                             std::pmr::vector<PatternCell>& cells) {
  const std::vector<std::uint32_t> metrics = first_metrics(set_);
  for (const auto& [place, sum] : sums_) {
    const auto& [location, callpath, pattern] = place;
    if (sum != 0 && counts(pattern)) cells.push_back({sum, location, callpath, metrics[pattern]});
  }
  sums_.clear();
}

}  // namespace tarry::analysis::declared
