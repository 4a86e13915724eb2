// SPDX-License-Identifier: BSD-3-Clause
// The way of the costs of one cause forward again: which waits it leads to, over how many others.
// What every wait owes the cause adds up to the cause's short- and long-term costs. Source:
// docs/decisions/018-findings.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/delay/propagation.h"

namespace tarry::analysis {

class Attribution {
 public:
  // As those of the propagation. All must outlive it.
  Attribution(const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
              const Propagation& propagation, CostModel model);

  // `direct`: by pair, the part of its cost that the cause has itself.
  void follow(const std::pmr::vector<double>& direct);

  // Of the pair's cost, what the cause leads to; ticks.
  [[nodiscard]] double cost(std::size_t pair) const;
  // From the cause to the pair's wait, weighted with the cost: 1 for one that waits for the cause.
  [[nodiscard]] double weighted_steps(std::size_t pair) const;

  // A chain of pairs, each of whose waits makes the next one, the first for the cause itself: to
  // one of the largest waits that it leads to, the one furthest away. Empty if it leads to none.
  [[nodiscard]] std::vector<std::uint32_t> worst_chain() const;

 private:
  // Of a wait for what came before it on its location.
  struct Sums {
    double owed = 0.0;   // ticks of waits, up to and with this one
    double steps = 0.0;  // likewise, times the steps to it
  };

  [[nodiscard]] Sums meanwhile(std::size_t pair) const;
  [[nodiscard]] Sums before(std::size_t wait) const;
  [[nodiscard]] double part(std::size_t pair) const;
  void pass(std::uint32_t wait, std::uint32_t pair);

  const std::pmr::vector<WaitNode>& waits_;
  const std::pmr::vector<DelayPair>& pairs_;
  const Propagation& propagation_;
  const CostModel model_;
  const std::pmr::vector<double>* direct_ = nullptr;
  std::pmr::vector<Sums> up_to_;  // by wait
};

}  // namespace tarry::analysis
