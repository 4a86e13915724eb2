// SPDX-License-Identifier: BSD-3-Clause
// Follows the costs of one cause forward again: to the waits that it leads to, and over how many
// other waits. The debts of all waits to the cause add up to its short- and long-term costs.
// Source: docs/decisions/018-findings.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/delay/propagation.h"

namespace tarry::analysis {

class Attribution {
 public:
  // `waits` and `pairs` are those of the propagation. All must outlive it.
  Attribution(const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
              const Propagation& propagation, CostModel model);

  // `direct`: by pair, the part of its cost that is due to the cause itself.
  void follow(const std::pmr::vector<double>& direct);

  // Returns the part of the pair's cost that the cause leads to, in ticks.
  [[nodiscard]] double cost(std::size_t pair) const;
  // Returns the steps from the cause to the pair's wait, weighted with the cost: 1 for a wait for
  // the cause.
  [[nodiscard]] double weighted_steps(std::size_t pair) const;

  // Returns a chain of pairs in which the wait of each pair makes that of the next, and the first
  // wait is for the cause itself. The chain leads to one of the largest waits that the cause leads
  // to, the one furthest away. It is empty if the cause leads to none.
  [[nodiscard]] std::vector<std::uint32_t> worst_chain() const;

 private:
  // Sums over the waits of a location up to and including this one.
  struct Sums {
    double owed = 0.0;   // ticks of these waits that are due to the cause
    double steps = 0.0;  // the same times the steps to each wait
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
