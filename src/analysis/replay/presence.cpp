// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/presence.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

// When the operations of each instance begin: as the dependency graph has it, what comes before
// counts as computation.
std::pmr::vector<Ticks> begins_of(const LocationRecords& records) {
  std::pmr::vector<Ticks> begins;
  begins.reserve(records.instances.size());
  for (const Instance& instance : records.instances) begins.push_back(instance.enter);
  const auto move = [&](std::uint32_t instance, Ticks begin) {
    begins[instance] = std::max(begins[instance], begin);
  };
  for (const CollectiveRecord& record : records.collectives)
    if (record.completed && !record.nonblocking) move(record.instance, record.begin);
  for (const RmaRecord& record : records.rma.records)
    if (record.is_collective()) move(record.instance, records.rma.collectives[record.detail].begin);
  return begins;
}

}  // namespace

void Presence::of(const ProcessRecords& process) {
  stays_.clear();
  Ticks first{INT64_MAX};
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    if (records.events != 0) first = std::min(first, records.first);
    const std::pmr::vector<Ticks> begins = begins_of(records);
    for (std::uint32_t i = 0; i < records.instances.size(); ++i) {
      const Instance& instance = records.instances[i];
      if (instance.call == model::MpiCall::NotMpi || instance.call == model::MpiCall::Pause)
        continue;
      stays_.push_back({begins[i], instance.leave, Ticks{}, {static_cast<Sibling>(l), i}});
    }
  }
  const auto is_before = [](const Stay& a, const Stay& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.call < b.call;
  };
  if (!std::is_sorted(stays_.begin(), stays_.end(), is_before))
    std::sort(stays_.begin(), stays_.end(), is_before);
  Ticks away = first;
  for (Stay& stay : stays_) {
    stay.away = away;
    away = std::max(away, stay.leave);
  }
}

std::optional<Presence::Found> Presence::longest(Ticks from, Ticks end) const {
  auto at = std::lower_bound(stays_.begin(), stays_.end(), end,
                             [](const Stay& stay, Ticks time) { return stay.begin < time; });
  std::optional<Found> found;
  Ticks wait;
  for (std::size_t looked = 0; at != stays_.begin() && looked < kMostLooked; ++looked) {
    --at;
    if (at->begin <= from) break;
    const Return partner{at->begin, at->away};
    const Ticks here = late_progress(partner, from);
    if (here.count == 0 || here < wait) continue;
    wait = here;
    found = Found{partner, at->call};
  }
  return found;
}

std::optional<Presence::Found> Presence::first(Ticks from, Ticks end) const {
  const auto found = [](const Stay& stay) {
    return Found{Return{stay.begin, stay.away}, stay.call};
  };
  const auto next =
      std::upper_bound(stays_.begin(), stays_.end(), from,
                       [](Ticks time, const Stay& stay) { return time < stay.begin; });
  // Threads may be in several calls at once.
  auto at = next;
  for (std::size_t looked = 0; at != stays_.begin() && looked < kMostLooked; ++looked) {
    --at;
    if (at->leave > from) return found(*at);
    if (at->away <= from) break;
  }
  if (next != stays_.end() && next->begin < end) return found(*next);
  return std::nullopt;
}

}  // namespace tarry::analysis
