// SPDX-License-Identifier: BSD-3-Clause
#include "compress/expand/call_times.h"

#include "compress/model/draw.h"

namespace tarry::compress {
namespace {

constexpr std::uint32_t kBefore = 100;  // elements that are drawn, besides parameters
constexpr std::uint32_t kDuration = 101;

std::uint64_t mean_of(const TimeHistogram& histogram) {
  return histogram.count() == 0 ? 0 : histogram.sum() / histogram.count();
}

}  // namespace

const EventTimes* CallTimes::times_of(const CursorCall& call) {
  const std::uint64_t key = std::uint64_t{call.event} << 32 | call.predecessor.value;
  const auto [found, is_unknown] = known_.try_emplace(key, nullptr);
  if (!is_unknown) return found->second;
  for (const EventTimes& times : trace_.events[call.event].times)
    if (times.predecessor == call.predecessor && times.ranks.contains(rank_))
      return found->second = &times;
  return nullptr;
}

CallTime CallTimes::next(const CursorCall& call) {
  const EventTimes* const times = times_of(call);
  const std::uint64_t occurrence = occurrences_[call.event]++;
  if (times == nullptr) return {};
  if (choice_ == TimeChoice::Average) return {mean_of(times->before), mean_of(times->duration)};
  DrawKey key;
  key.rank = rank_;
  key.event = call.event;
  key.occurrence = occurrence;
  key.element = kBefore;
  const std::uint64_t before = draw(times->before, key);
  key.element = kDuration;
  return {before, draw(times->duration, key)};
}

}  // namespace tarry::compress
