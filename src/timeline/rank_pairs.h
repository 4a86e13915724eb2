// SPDX-License-Identifier: BSD-3-Clause
// Who sends to whom: the messages of a trace by pairs of ranks. If there are too many pairs, each
// stands for some neighboring ranks, so that memory and answers stay small whatever the number of
// ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace tarry::timeline {

inline constexpr std::size_t kMostPairs = 16'384;

struct PairSums {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::int64_t waited = 0;         // ticks of the receiver in Late Sender
  std::int64_t sender_waited = 0;  // ticks of the sender in Late Receiver

  PairSums& operator+=(const PairSums& other);
  friend bool operator==(const PairSums&, const PairSums&) = default;
};

// By rank of the sender, for one receiver.
using SumsBySender = std::map<std::uint32_t, PairSums>;
// By rank of the receiver, for one sender: ticks in Late Receiver.
using WaitsByReceiver = std::map<std::uint32_t, std::int64_t>;

class RankPairs {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  // bins of the sender and the receiver

  explicit RankPairs(std::size_t most = kMostPairs) : most_(most) {}

  // The order of calls makes no difference. Thread: caller locks.
  void add(std::uint32_t receiver, const SumsBySender& sums);
  void add_waits(std::uint32_t sender, const WaitsByReceiver& waits);

  // A bin is 2^shift ranks: the smallest with which there are not too many pairs.
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] const std::map<Pair, PairSums>& pairs() const { return pairs_; }

  [[nodiscard]] std::string bytes() const;
  static base::Result<RankPairs> of(std::string_view bytes);

 private:
  void add(const Pair& ranks, const PairSums& sums);
  void widen();

  std::size_t most_;
  unsigned shift_ = 0;
  std::map<Pair, PairSums> pairs_;
};

}  // namespace tarry::timeline
