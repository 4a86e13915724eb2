// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/rank_pairs.h"

#include "timeline/columns.h"

namespace tarry::timeline {
namespace {

constexpr unsigned kLargestShift = 31;

}  // namespace

PairSums& PairSums::operator+=(const PairSums& other) {
  messages += other.messages;
  bytes += other.bytes;
  waited += other.waited;
  sender_waited += other.sender_waited;
  return *this;
}

void RankPairs::add(std::uint32_t receiver, const SumsBySender& sums) {
  for (const auto& [sender, each] : sums) add({sender, receiver}, each);
}

void RankPairs::add_waits(std::uint32_t sender, const WaitsByReceiver& waits) {
  for (const auto& [receiver, waited] : waits) add({sender, receiver}, {.sender_waited = waited});
}

void RankPairs::add(const Pair& ranks, const PairSums& sums) {
  pairs_[{ranks.first >> shift_, ranks.second >> shift_}] += sums;
  while (pairs_.size() > most_) widen();
}

// Twice as many ranks in each bin.
void RankPairs::widen() {
  ++shift_;
  std::map<Pair, PairSums> wider;
  for (const auto& [pair, sums] : pairs_) wider[{pair.first >> 1, pair.second >> 1}] += sums;
  pairs_ = std::move(wider);
}

std::string RankPairs::bytes() const {
  Column column;
  column.put(shift_);
  column.put(pairs_.size());
  for (const auto& [pair, sums] : pairs_) {
    column.put(pair.first);
    column.put(pair.second);
    column.put(sums.messages);
    column.put(sums.bytes);
    column.put_signed(sums.waited);
    column.put_signed(sums.sender_waited);
  }
  return column.bytes();
}

base::Result<RankPairs> RankPairs::of(std::string_view bytes) {
  RankPairs made;
  ColumnReader column(bytes);
  const std::uint64_t shift = column.get();
  const std::uint64_t count = column.get();
  if (shift > kLargestShift || count > made.most_) return damaged_index();
  made.shift_ = static_cast<unsigned>(shift);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t from = column.get(), to = column.get();
    PairSums sums;
    sums.messages = column.get();
    sums.bytes = column.get();
    sums.waited = column.get_signed();
    sums.sender_waited = column.get_signed();
    if (from > UINT32_MAX >> shift || to > UINT32_MAX >> shift || sums.waited < 0 ||
        sums.sender_waited < 0)
      return damaged_index();
    made.pairs_[{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)}] += sums;
  }
  if (!column.ok() || column.left() > 0 || made.pairs_.size() != count) return damaged_index();
  return made;
}

}  // namespace tarry::timeline
