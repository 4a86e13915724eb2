// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/classification.h"

#include <algorithm>
#include <numeric>

namespace tarry::analysis {

void Classification::add(std::size_t place, std::uint32_t first, std::uint32_t end,
                         DelayChannel victims, const CostsByModel& part) {
  OfPlace& of_place = of_places_[place];
  Spreads& spreads = is_of_messages(victims) ? of_place.to_messages : of_place.to_others;
  // In a collective operation, the earlier point with the cause is usually the same for all that
  // waited.
  if (spreads.empty() || spreads.back().first != first || spreads.back().end != end)
    return spreads.push_back({first, end, part});
  CostsByModel& largest = spreads.back().part;
  for (std::size_t m = 0; m < kCostModels; ++m) largest[m] = std::max(largest[m], part[m]);
}

void Classification::add_idle(std::size_t place, CallPathId callpath, Ticks wait) {
  std::vector<Ticks>& idle = of_places_[place].idle;
  if (callpath.index() >= idle.size()) idle.resize(callpath.index() + 1);
  idle[callpath.index()] += wait;
}

std::vector<double> Classification::largest_parts(Spreads& spreads, CostModel model,
                                                  std::size_t waits) {
  std::vector<double> out(waits, 0.0);
  if (spreads.empty()) return out;
  std::sort(spreads.begin(), spreads.end(), [&](const Spread& a, const Spread& b) {
    return of(a.part, model) > of(b.part, model);
  });
  std::vector<std::uint32_t> next(waits + 1);  // the first one from there on without a part
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
                            const std::vector<workers::Bytes>& indirect,
                            std::vector<CostCells>& cells) {
  if (places.empty()) return;
  std::vector<std::pmr::vector<CostsByModel>> of_place(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    of_place[i].resize(places[i].timeline.waits().size());
  const std::uint32_t first = places.front().location.value;
  for (const workers::Bytes& message : indirect)
    for (std::size_t i = 0; i < workers::record_count<IndirectWait>(message); ++i) {
      const auto wait = workers::record_at<IndirectWait>(message, i);
      of_place[wait.victim.value - first][wait.wait] = wait.amount;
    }
  for (std::size_t i = 0; i < places.size(); ++i) {
    classify(places[i], of_places_[i], of_place[i], cells[i]);
    if (places[i].workers != 0) classify_idle(places, i, cells);
    of_places_[i] = {};
  }
}

void Classification::classify(const SyncPlace& place, OfPlace& of_place,
                              const std::pmr::vector<CostsByModel>& indirect,
                              CostCells& cells) const {
  for (const CostModel model : kAllCostModels) {
    const std::vector<double> to_messages =
        largest_parts(of_place.to_messages, model, indirect.size());
    const std::vector<double> to_others = largest_parts(of_place.to_others, model, indirect.size());
    CostTable costs(cells, model);
    const auto& waits = place.records->waits;
    for (std::uint32_t w = 0; w < waits.size(); ++w) {
      const std::optional<DelayChannel> channel = channel_of(waits[w].kind);
      if (!channel || left_out_.contains(*channel, waits[w].callpath)) continue;
      const auto amount = static_cast<double>(waits[w].amount.count);
      const CallPathId at = waits[w].callpath;
      ClassifiedWait all{amount}, messages{amount};
      if (place.handles[w] == kNoIndex) {
        costs.add_unattributed(at, amount);
      } else {
        const std::uint32_t ordinal = place.timeline.wait_ordinal(place.handles[w]);
        all.indirect = messages.indirect = of(indirect[ordinal], model);
        messages.propagating = to_messages[ordinal] * amount;
        all.propagating = std::max(to_messages[ordinal], to_others[ordinal]) * amount;
      }
      costs.add_classified(at, *channel, all);
      if (is_of_messages(*channel)) costs.add_message_classified(at, *channel, messages);
    }
  }
}

// The time that the initial thread worked alone is a direct cause, its waits are an indirect one.
// An idle thread makes nobody wait.
void Classification::classify_idle(const std::vector<SyncPlace>& places, std::size_t initial,
                                   std::vector<CostCells>& cells) const {
  const std::pmr::vector<Ticks>& serial = places[initial].records->serial;
  const std::vector<Ticks>& waits = of_places_[initial].idle;
  for (std::size_t i = initial + 1; i < places.size() && places[i].rank == places[initial].rank;
       ++i) {
    if (!places[i].records->idles) continue;
    for (std::uint32_t n = 0; n < serial.size(); ++n) {
      const Ticks indirect = n < waits.size() ? std::min(waits[n], serial[n]) : Ticks{0};
      for (const CostModel model : kAllCostModels)
        CostTable(cells[i], model)
            .add_classified(
                CallPathId{n}, DelayChannel::OmpIdle,
                {static_cast<double>(serial[n].count), static_cast<double>(indirect.count), 0.0});
    }
  }
}

}  // namespace tarry::analysis
