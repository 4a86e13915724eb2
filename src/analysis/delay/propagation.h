// SPDX-License-Identifier: BSD-3-Clause
// The backward pass over a whole trace: what every wait costs beyond itself, because it made others
// wait in turn. It needs of each wait only who caused it and which waits the cause had had itself
// meanwhile. Channels do not mix, so each is a pass of its own over one schedule. Definition:
// docs/definitions.md, "Delay costs".
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
  std::uint32_t order = 0;  // position among the location's synchronisation points
  base::Ticks amount;
};

// One wait as its cause sees it.
struct DelayPair {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

  model::LocationIndex cause;
  std::uint32_t order = kNowhere;  // of the cause's synchronisation point; kNowhere: it has none
  model::LocationIndex victim;
  std::uint32_t wait = 0;  // ordinal among the victim's waits; kNowhere: it costs no wait
  std::uint32_t first_wait = 0, end_wait = 0;  // ordinals of the cause's waits meanwhile
  CostsByModel cost{};                         // of the wait itself, ticks
  CostsByModel passed_on{};                    // per unit of cost and tick of these waits
  DelayChannel channel{};
};

class Propagation {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // `waits` by location and order; `pairs` by cause, order, victim, wait. Both must outlive it.
  Propagation(const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
              std::size_t locations);

  // By pair: what was passed on to its wait, of the costs of one channel, in ticks; empty if
  // nothing was. Valid until the next call.
  std::span<const CostsByModel> long_term(DelayChannel channel);

  // By pair: its long-term costs are not passed on, for its cause came before it in the schedule.
  // Only damaged traces have waits that depend on each other.
  [[nodiscard]] const std::pmr::vector<bool>& is_late() const { return is_late_; }

  // The other way round: calls visit(wait, pair) for all waits, each after those that led to it;
  // kNone: it has no pair.
  template <class Visit>
  void for_each_forward(Visit visit) const {
    for (auto step = schedule_.rbegin(); step != schedule_.rend(); ++step)
      if ((*step & kGroup) == 0) visit(*step, pair_of_wait_[*step]);
  }
  [[nodiscard]] std::uint32_t pair_of_wait(std::size_t wait) const { return pair_of_wait_[wait]; }
  // Of the waits that the cause of a pair had meanwhile; if it had any.
  [[nodiscard]] std::uint32_t first_wait_of(std::size_t pair) const {
    return first_wait_of_pair_[pair];
  }

 private:
  static constexpr std::uint32_t kGroup = 0x80000000u;

  struct Location {
    std::size_t first_wait = 0, waits = 0;  // those in [first_wait, waits) are to come
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
  // The pairs of one point of the cause lie together; the first stands for all.
  std::pmr::vector<std::uint32_t> group_of_pair_;
  std::pmr::vector<std::uint32_t> first_wait_of_pair_;  // of the whole trace: of the cause's waits
  std::pmr::vector<std::uint32_t> missing_;   // by first pair of a group: waits not yet passed on
  std::vector<std::uint32_t> ready_;          // locations that may go on
  std::pmr::vector<std::uint32_t> schedule_;  // waits, and kGroup + first pair of a group
  std::pmr::vector<bool> is_late_;
  std::array<bool, kDelayChannels> is_used_{};  // some wait is of the channel
  RangeSums<kCostModels> factors_;              // by wait: cost per tick of it
  std::pmr::vector<CostsByModel> long_term_;
};

}  // namespace tarry::analysis
