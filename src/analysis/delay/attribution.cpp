// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/attribution.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

constexpr double kLarge = 0.5;             // of the largest
constexpr std::size_t kLongestChain = 64;  // chain that is told

}  // namespace

Attribution::Attribution(const std::pmr::vector<WaitNode>& waits,
                         const std::pmr::vector<DelayPair>& pairs, const Propagation& propagation,
                         CostModel model)
    : waits_(waits), pairs_(pairs), propagation_(propagation), model_(model) {}

void Attribution::follow(const std::pmr::vector<double>& direct) {
  direct_ = &direct;
  up_to_.assign(waits_.size(), {});
  propagation_.for_each_forward(
      [this](std::uint32_t wait, std::uint32_t pair) { pass(wait, pair); });
}

void Attribution::pass(std::uint32_t wait, std::uint32_t pair) {
  Sums sums = before(wait);
  if (pair != Propagation::kNone && !propagation_.is_late()[pair]) {
    const auto amount = static_cast<double>(waits_[wait].amount.count);
    const double passed_on = of(pairs_[pair].passed_on, model_);
    const Sums of_others = meanwhile(pair);
    sums.owed += amount * part(pair);
    sums.steps += amount * ((*direct_)[pair] + passed_on * (of_others.steps + of_others.owed));
  }
  up_to_[wait] = sums;
}

Attribution::Sums Attribution::before(std::size_t wait) const {
  const bool is_first = wait == 0 || waits_[wait - 1].location != waits_[wait].location;
  return is_first ? Sums{} : up_to_[wait - 1];
}

// Returns the sums over those waits of the cause that the pair passes costs on to.
Attribution::Sums Attribution::meanwhile(std::size_t pair) const {
  const DelayPair& it = pairs_[pair];
  if (it.first_wait >= it.end_wait) return {};
  const std::size_t first = propagation_.first_wait_of(pair);
  const Sums from = before(first), to = up_to_[first + it.end_wait - it.first_wait - 1];
  return {to.owed - from.owed, to.steps - from.steps};
}

double Attribution::part(std::size_t pair) const {
  return (*direct_)[pair] + of(pairs_[pair].passed_on, model_) * meanwhile(pair).owed;
}

double Attribution::cost(std::size_t pair) const {
  return of(pairs_[pair].cost, model_) * part(pair);
}

double Attribution::weighted_steps(std::size_t pair) const {
  const Sums of_others = meanwhile(pair);
  return of(pairs_[pair].cost, model_) *
         ((*direct_)[pair] +
          of(pairs_[pair].passed_on, model_) * (of_others.steps + of_others.owed));
}

std::vector<std::uint32_t> Attribution::worst_chain() const {
  double largest = 0.0;
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    if (pairs_[p].wait != DelayPair::kNowhere) largest = std::max(largest, cost(p));
  std::vector<std::uint32_t> chain;
  if (largest <= 0.0) return chain;
  std::uint32_t last = 0;
  double most_steps = 0.0;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    if (pairs_[p].wait == DelayPair::kNowhere) continue;
    const double own = cost(p);
    if (own < kLarge * largest) continue;
    if (const double steps = weighted_steps(p) / own; steps > most_steps) {
      most_steps = steps;
      last = p;
    }
  }
  while (chain.size() < kLongestChain) {
    chain.push_back(last);
    const DelayPair& pair = pairs_[last];
    if ((*direct_)[last] >= of(pair.passed_on, model_) * meanwhile(last).owed) break;
    const std::size_t first = propagation_.first_wait_of(last);
    std::size_t most = first;
    double owed = 0.0;
    for (std::size_t w = first; w < first + pair.end_wait - pair.first_wait; ++w)
      if (const double own = up_to_[w].owed - before(w).owed; own > owed) {
        owed = own;
        most = w;
      }
    if (owed <= 0.0) break;
    last = propagation_.pair_of_wait(most);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace tarry::analysis
