// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/destinations.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tarry::replay {

Destinations Destinations::of(const std::map<std::uint32_t, std::uint64_t>& messages,
                              std::uint32_t at_most) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const auto& [rank, count] : messages) order.emplace_back(~count, rank);
  std::sort(order.begin(), order.end());
  if (order.size() > at_most) order.resize(at_most);
  std::vector<std::uint32_t> ranks;
  for (const auto& [ignored, rank] : order) ranks.push_back(rank);
  std::sort(ranks.begin(), ranks.end());
  return Destinations(std::move(ranks));
}

std::uint32_t Destinations::instead_of(std::uint32_t drawn) const {
  if (std::binary_search(ranks_.begin(), ranks_.end(), drawn)) return drawn;
  return ranks_[drawn % ranks_.size()];
}

std::map<std::uint32_t, Destinations> senders_to_me(const Destinations& own,
                                                    workers::Transport& transport) {
  std::vector<workers::Bytes> outgoing(transport.size());
  for (const std::uint32_t rank : own.ranks())
    workers::append_all(outgoing[rank], std::span(own.ranks()));
  std::map<std::uint32_t, Destinations> senders;
  const std::vector<workers::Bytes> told = transport.exchange(std::move(outgoing));
  for (std::uint32_t rank = 0; rank < told.size(); ++rank) {
    if (told[rank].empty()) continue;
    std::vector<std::uint32_t> ranks(workers::record_count<std::uint32_t>(told[rank]));
    workers::MessageReader(told[rank]).take_all(std::span(ranks));
    senders.emplace(rank, Destinations(std::move(ranks)));
  }
  return senders;
}

}  // namespace tarry::replay
