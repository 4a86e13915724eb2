// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/message_order.h"

#include <algorithm>

namespace tarry::analysis {

// The receives that wait for their answer lie on a stack, ascending by the time of their sends:
// each receive answers those above its own place, because later ones would find them there first.
std::pmr::vector<MessageOrder> message_orders(const LocationRecords& records) {
  const auto& receives = records.receives;
  std::pmr::vector<MessageOrder> orders(receives.size(), MessageOrder::AsSent);
  std::pmr::vector<std::uint32_t> pending;
  const auto sent_before = [&](std::uint32_t a, std::uint32_t b) {
    return receives[a].send_time < receives[b].send_time;
  };
  for (std::uint32_t first = 0, end = 0; first < receives.size(); first = end) {
    while (end < receives.size() && receives[end].instance == receives[first].instance) ++end;
    for (std::uint32_t r = first; r < end; ++r)
      for (; receives[r].matched && !pending.empty() && sent_before(r, pending.back());
           pending.pop_back())
        orders[pending.back()] = receives[pending.back()].source == receives[r].source
                                     ? MessageOrder::BeforeOwn
                                     : MessageOrder::BeforeOthers;
    const std::size_t own = pending.size();
    for (std::uint32_t r = first; r < end; ++r)
      if (receives[r].matched) pending.push_back(r);
    std::stable_sort(pending.begin() + static_cast<std::ptrdiff_t>(own), pending.end(),
                     sent_before);
  }
  return orders;
}

}  // namespace tarry::analysis
