// SPDX-License-Identifier: BSD-3-Clause
// The part of the streaming pass that learns when the thread was ready and had no core.
//
// A reading stands behind a time without a core and before the event that follows it, so that what
// has been lost since the reading before belongs to the call path that is active. Computation keeps
// its time; but in the activities, of which delay costs, critical path and predictions are made,
// what had no core is a call path of its own below it. A thread that loses its core in a call of
// MPI or OpenMP polls there, or moves data: that counts as using a core.
#include <algorithm>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {
namespace {

__extension__ using Wide = unsigned __int128;

Ticks ticks_of(std::uint64_t nanoseconds, const model::Clock& clock) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;  // 146 years
  const auto ticks = static_cast<Wide>(std::min(nanoseconds, kMost)) *
                     static_cast<std::uint64_t>(clock.ticks_per_second) / 1'000'000'000;
  return Ticks{static_cast<std::int64_t>(std::min<Wide>(ticks, kMost))};
}

}  // namespace

void Extractor::lost_cores_read(Ticks time, std::span<const model::CounterValue> values) {
  if (values.size() != 2)
    return location_.anomalies.add(
        "readings of counters with too few or too many values (skipped)");
  const LostCoresReading now{time, ticks_of(values[0].bits, location_.definitions.clock),
                             ticks_of(values[1].bits, location_.definitions.clock)};
  if (!lost_cores_) return keep_reading(now);
  if (now.lost < lost_cores_->lost || now.counted < lost_cores_->counted) {
    location_.anomalies.add("values of counters that are less than those before (left out)");
    return;
  }
  const Ticks since = std::max(time_.run().begin, lost_cores_->time);
  const Ticks amount = std::min(now.lost - lost_cores_->lost, std::max(time - since, Ticks{0}));
  if (amount.count != 0 && !stack_.is_off()) lose_core(amount);
  keep_reading(now);
}

void Extractor::keep_reading(const LostCoresReading& now) {
  lost_cores_ = now;
  if (location_.records.init == kNoIndex) waking_in_init_ = waking_so_far();
}

Ticks Extractor::waking_so_far() const {
  return lost_cores_ ? base::positive_part(lost_cores_->counted - lost_cores_->lost) : Ticks{};
}

void Extractor::note_waking() {
  const Ticks waking = waking_so_far();
  if (waking.count == 0 || !first_callpath_.valid()) return;
  lost_cores_at(first_callpath_).waking += waking;
  const bool has_init = location_.records.init != kNoIndex;
  location_.records.waking_after_init =
      base::positive_part(waking - (has_init ? waking_in_init_ : Ticks{}));
}

void Extractor::lose_core(Ticks amount) {
  const CallPathId callpath =
      time_.is_in_gap() && teams_.is_worker() ? first_callpath_ : time_.callpath();
  if (!callpath.valid()) return;
  const model::RegionId region = stack_.empty() ? location_.regions.outside : stack_.top().region;
  const bool computes =
      !time_.is_in_gap() &&
      location_.regions.kinds[region.index()].region_class == model::RegionClass::Computation;
  if (!computes) {
    lost_cores_at(callpath).polling += amount;
    return;
  }
  Ticks all;
  for (const ExclusiveTime::Part& part : time_.last_parts()) all += part.time;
  const Ticks divided = std::min(amount, all);  // in proportion to the parts
  Ticks rest = amount;
  for (const ExclusiveTime::Part& part : time_.last_parts()) {
    if (divided.count == 0) break;
    const Ticks lost{static_cast<std::int64_t>(static_cast<Wide>(divided.count) *
                                               static_cast<Wide>(part.time.count) /
                                               static_cast<Wide>(all.count))};
    lose_core(part.callpath, lost);
    rest -= lost;
  }
  lose_core(callpath, rest);
}

void Extractor::lose_core(CallPathId callpath, Ticks amount) {
  if (amount.count == 0) return;
  lost_cores_at(callpath).computing += amount;
  location_.activities.add(callpath, Ticks{0} - amount);
  location_.activities.add(location_.callpaths.child(callpath, location_.regions.without_core),
                           amount);
}

LostCoreTimes& Extractor::lost_cores_at(CallPathId callpath) {
  auto& all = location_.records.lost_cores;
  if (callpath.index() >= all.size()) all.resize(callpath.index() + 1);
  return all[callpath.index()];
}

}  // namespace tarry::analysis
