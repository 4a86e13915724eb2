// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/expand/call_times.h"

#include "compressed/model/draw.h"

namespace tarry::compressed {
namespace {

// First number of our own drawn elements, above all parameters.
constexpr std::uint32_t kBefore = 100;
constexpr std::uint32_t kDuration = 101;

std::uint64_t mean_of(const TimeHistogram& histogram) {
  return histogram.count() == 0 ? 0 : histogram.sum() / histogram.count();
}

}  // namespace

CallTime CallTimes::next(const CursorCall& call) {
  const EventTimes* const times = paths_.of(call);
  const std::uint64_t occurrence = occurrences_[call.event]++;
  if (times == nullptr) return {};
  if (choice_ == TimeChoice::Average) return {mean_of(times->before), mean_of(times->duration)};
  DrawKey key;
  key.seed = seed_;
  key.rank = rank_;
  key.event = call.event;
  key.occurrence = occurrence;
  key.element = kBefore;
  const std::uint64_t before = draw(times->before, key);
  key.element = kDuration;
  return {before, draw(times->duration, key)};
}

std::uint64_t CallTimes::shortest_ns(const CursorCall& call) {
  const EventTimes* const times = paths_.of(call);
  return times == nullptr ? 0 : times->duration.smallest();
}

}  // namespace tarry::compressed
