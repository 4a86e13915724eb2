// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/classification.h"

#include <algorithm>
#include <numeric>

#include "base/release.h"

namespace tarry::analysis {

std::vector<double> Classification::largest_parts(std::pmr::vector<Spread>& spreads,
                                                  CostModel model, std::size_t waits) {
  std::sort(spreads.begin(), spreads.end(), [&](const Spread& a, const Spread& b) {
    return of(a.part, model) > of(b.part, model);
  });
  std::vector<double> out(waits, 0.0);
  std::vector<std::uint32_t> next(waits + 1);  // the first at or after that has none yet
  std::iota(next.begin(), next.end(), 0u);
  const auto find = [&](std::uint32_t w) {
    while (next[w] != w) w = next[w] = next[next[w]];
    return w;
  };
  for (const Spread& spread : spreads)
    for (std::uint32_t w = find(spread.first); w < spread.end; w = find(w)) {
      out[w] = of(spread.part, model);
      next[w] = w + 1;
    }
  return out;
}

void Classification::finish(const std::vector<SyncPlace>& places,
                            const std::vector<Bytes>& indirect, std::vector<CostCells>& cells) {
  if (places.empty()) return;
  std::vector<std::pmr::vector<CostsByModel>> of_place(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    of_place[i].resize(places[i].timeline.waits().size());
  const std::uint32_t first = places.front().location.value;
  for (const Bytes& message : indirect)
    for (std::size_t i = 0; i < record_count<IndirectWait>(message); ++i) {
      const auto wait = record_at<IndirectWait>(message, i);
      of_place[wait.victim.value - first][wait.wait] = wait.amount;
    }
  for (std::size_t i = 0; i < places.size(); ++i) {
    classify(places[i], spreads_[i], of_place[i], cells[i]);
    base::release(spreads_[i]);
  }
}

void Classification::classify(const SyncPlace& place, std::pmr::vector<Spread>& spreads,
                              const std::pmr::vector<CostsByModel>& indirect, CostCells& cells) {
  for (const CostModel model : kAllCostModels) {
    const std::vector<double> parts = largest_parts(spreads, model, indirect.size());
    CostTable costs(cells, model);
    const auto& waits = place.records->waits;
    for (std::uint32_t w = 0; w < waits.size(); ++w) {
      const std::optional<DelayChannel> channel = channel_of(waits[w].kind);
      if (!channel) continue;
      const auto amount = static_cast<double>(waits[w].amount.count);
      const bool has_point = place.handles[w] != kNoIndex;
      const CallPathId at = waits[w].callpath;
      if (!has_point) costs.add_unattributed(at, amount);
      if (!is_of_messages(*channel)) continue;
      const std::uint32_t ordinal =
          has_point ? place.timeline.wait_ordinal(place.handles[w]) : kNoIndex;
      costs.add_classified(at, *channel,
                           {amount, has_point ? of(indirect[ordinal], model) : 0.0,
                            has_point ? parts[ordinal] * amount : 0.0});
    }
  }
}

}  // namespace tarry::analysis
