// SPDX-License-Identifier: BSD-3-Clause
// The backward pass over a whole trace: the costs of every wait beyond itself, because it made
// others wait in turn. Of each wait it needs only its cause and the waits that the cause had itself
// meanwhile. Channels do not mix, so each is a pass of its own over one schedule.
// Definition: docs/definitions.md, "Delay costs".
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/delay/cost_model.h"
#include "analysis/delay/range_sums.h"
#include "base/ticks.h"
#include "model/ids.h"

namespace tarry::analysis {

// One wait of a location.
struct WaitNode {
  model::LocationIndex location;
  std::uint32_t order = 0;  // position among the location's synchronization points
  base::Ticks amount;
};

// One wait from the view of its cause.
struct DelayPair {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

  model::LocationIndex cause;
  // Order of the cause's synchronization point; kNowhere: it has none.
  std::uint32_t order = kNowhere;
  model::LocationIndex victim;
  std::uint32_t wait = 0;  // ordinal among the victim's waits; kNowhere: it costs no wait
  std::uint32_t first_wait = 0, end_wait = 0;  // ordinals of the cause's waits meanwhile
  CostsByModel cost{};                         // cost of the wait itself, in ticks
  CostsByModel passed_on{};                    // per unit of cost and tick of these waits
  DelayChannel channel{};
};

class Propagation {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // `waits` are ordered by location and order, `pairs` by cause, order, victim and wait. Both must
  // outlive it.
  Propagation(const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
              std::size_t locations);

  // Returns by pair the costs of one channel that were passed on to its wait, in ticks; empty if
  // there are none. Valid until the next call.
  std::span<const CostsByModel> long_term(DelayChannel channel);

  // Returns by pair whether its long-term costs are not passed on because its cause came earlier in
  // the schedule. Waits depend on each other only in damaged traces.
  [[nodiscard]] const std::pmr::vector<bool>& is_late() const { return is_late_; }

  // Calls visit(wait, pair) for all waits in the opposite direction, each after those that led to
  // it; kNone: it has no pair.
  template <class Visit>
  void for_each_forward(Visit visit) const {
    for (auto step = schedule_.rbegin(); step != schedule_.rend(); ++step)
      if ((*step & kGroup) == 0) visit(*step, pair_of_wait_[*step]);
  }
  [[nodiscard]] std::uint32_t pair_of_wait(std::size_t wait) const { return pair_of_wait_[wait]; }
  // Returns the first of the waits that the cause of a pair had meanwhile, if it had any.
  [[nodiscard]] std::uint32_t first_wait_of(std::size_t pair) const {
    return first_wait_of_pair_[pair];
  }

 private:
  static constexpr std::uint32_t kGroup = 0x80000000u;

  struct Location {
    std::size_t first_wait = 0, waits = 0;  // [first_wait, waits) are still to come
    std::size_t first_pair = 0, pairs = 0;
  };

  void index(std::size_t locations);
  void make_schedule();
  void drain();
  void go_back(std::uint32_t location);
  void pass_on(std::size_t pair, DelayChannel channel);

  const std::pmr::vector<WaitNode>& waits_;
  const std::pmr::vector<DelayPair>& pairs_;
  std::vector<Location> locations_;
  std::pmr::vector<std::uint32_t> pair_of_wait_;
  // The pairs of one point of the cause are adjacent; the first one stands for all.
  std::pmr::vector<std::uint32_t> group_of_pair_;
  std::pmr::vector<std::uint32_t> first_wait_of_pair_;  // in `waits_`: first wait of the cause
  // By first pair of a group: number of waits not yet passed on.
  std::pmr::vector<std::uint32_t> missing_;
  std::vector<std::uint32_t> ready_;          // locations that can go on
  std::pmr::vector<std::uint32_t> schedule_;  // waits, and kGroup + first pair of a group
  std::pmr::vector<bool> is_late_;
  std::array<bool, kDelayChannels> is_used_{};  // some wait is of the channel
  RangeSums<kCostModels> factors_;              // by wait: cost per tick of it
  std::pmr::vector<CostsByModel> long_term_;
};

}  // namespace tarry::analysis
