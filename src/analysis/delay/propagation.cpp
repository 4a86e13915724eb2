// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/propagation.h"

#include "base/release.h"

namespace tarry::analysis {

Propagation::Propagation(const std::pmr::vector<WaitNode>& waits,
                         const std::pmr::vector<DelayPair>& pairs, std::size_t locations)
    : waits_(waits),
      pairs_(pairs),
      pair_of_wait_(waits.size(), kNone),
      missing_(pairs.size(), 0),
      is_late_(pairs.size()),
      factors_(waits.size()),
      long_term_(pairs.size()) {
  index(locations);
  make_schedule();
  base::release(missing_);
}

void Propagation::index(std::size_t locations) {
  locations_.resize(locations);
  group_of_pair_.reserve(pairs_.size());
  first_wait_of_pair_.reserve(pairs_.size());
  for (std::size_t w = 0; w < waits_.size(); ++w) {
    Location& location = locations_[waits_[w].location.index()];
    if (location.waits == 0) location.first_wait = w;
    location.waits = w + 1;
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const DelayPair& pair = pairs_[p];
    is_used_[static_cast<std::size_t>(pair.channel)] = true;
    const bool has_wait = pair.wait != DelayPair::kNowhere;
    if (has_wait)
      pair_of_wait_[locations_[pair.victim.index()].first_wait + pair.wait] =
          static_cast<std::uint32_t>(p);
    Location& location = locations_[pair.cause.index()];
    first_wait_of_pair_.push_back(
        static_cast<std::uint32_t>(location.first_wait + pair.first_wait));
    const bool goes_on =
        p > 0 && pairs_[p - 1].cause == pair.cause && pairs_[p - 1].order == pair.order;
    group_of_pair_.push_back(goes_on ? group_of_pair_.back() : static_cast<std::uint32_t>(p));
    if (pair.order == DelayPair::kNowhere) continue;
    if (location.pairs == 0) location.first_pair = p;
    location.pairs = p + 1;
    missing_[group_of_pair_[p]] += has_wait;
  }
}

// Goes back over all locations together, each as far as the others let it.
void Propagation::make_schedule() {
  schedule_.reserve(waits_.size() + pairs_.size());
  for (std::uint32_t l = 0; l < locations_.size(); ++l) go_back(l);
  drain();
  // In damaged traces points may wait for each other. The first of them goes on without what is
  // still missing.
  for (std::uint32_t l = 0; l < locations_.size(); ++l)
    while (locations_[l].pairs > locations_[l].first_pair) {
      missing_[group_of_pair_[locations_[l].pairs - 1]] = 0;
      go_back(l);
      drain();
    }
}

void Propagation::drain() {
  while (!ready_.empty()) {
    const std::uint32_t l = ready_.back();
    ready_.pop_back();
    go_back(l);
  }
}

void Propagation::go_back(std::uint32_t l) {
  Location& location = locations_[l];
  while (true) {
    const bool has_wait = location.waits > location.first_wait;
    const bool has_pair = location.pairs > location.first_pair;
    if (!has_wait && !has_pair) return;
    if (has_wait &&
        (!has_pair || waits_[location.waits - 1].order > pairs_[location.pairs - 1].order)) {
      const auto wait = static_cast<std::uint32_t>(--location.waits);
      schedule_.push_back(wait);
      const std::uint32_t pair = pair_of_wait_[wait];
      if (pair == kNone || pairs_[pair].order == DelayPair::kNowhere) continue;
      const model::LocationIndex cause = pairs_[pair].cause;
      const bool is_late = pair >= locations_[cause.index()].pairs;
      // Forks have no costs and pass none on; waits that are left out pass on costs.
      is_late_[pair] = is_late && (pairs_[pair].cost != CostsByModel{} ||
                                   pairs_[pair].passed_on != CostsByModel{});
      if (!is_late && --missing_[group_of_pair_[pair]] == 0) ready_.push_back(cause.value);
      continue;
    }
    const std::size_t group = group_of_pair_[location.pairs - 1];
    if (missing_[group] != 0) return;
    schedule_.push_back(kGroup + static_cast<std::uint32_t>(group));
    location.pairs = group;
  }
}

std::span<const CostsByModel> Propagation::long_term(DelayChannel channel) {
  if (!is_used_[static_cast<std::size_t>(channel)]) return {};
  factors_.clear();
  long_term_.assign(pairs_.size(), {});
  for (const std::uint32_t step : schedule_) {
    if ((step & kGroup) == 0) {
      const std::uint32_t pair = pair_of_wait_[step];
      if (pair == kNone) continue;
      const CostsByModel factors = factors_.get(step);
      const auto amount = static_cast<double>(waits_[step].amount.count);
      for (std::size_t m = 0; m < kCostModels; ++m) long_term_[pair][m] = factors[m] * amount;
      continue;
    }
    const std::uint32_t group = step & ~kGroup;
    for (std::size_t p = group; p < pairs_.size() && group_of_pair_[p] == group; ++p)
      pass_on(p, channel);
  }
  return long_term_;
}

// Passes the costs of a pair on to the waits that its cause had meanwhile.
void Propagation::pass_on(std::size_t p, DelayChannel channel) {
  const DelayPair& pair = pairs_[p];
  CostsByModel per_tick{};
  bool is_something = false;
  for (std::size_t m = 0; m < kCostModels; ++m) {
    double cost = is_late_[p] ? 0.0 : long_term_[p][m];
    if (pair.channel == channel) cost += pair.cost[m];
    per_tick[m] = cost * pair.passed_on[m];
    is_something |= per_tick[m] != 0.0;
  }
  const std::size_t first = first_wait_of_pair_[p];
  if (is_something) factors_.add(first, first + pair.end_wait - pair.first_wait, per_tick);
}

}  // namespace tarry::analysis
