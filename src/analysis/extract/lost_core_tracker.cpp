// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/lost_core_tracker.h"

#include <algorithm>

#include "model/lost_cores.h"

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

LostCoreTracker::LostCoreTracker(LocationExtraction& location, const RegionStack& stack,
                                 const OpenTeams& teams, ExclusiveTime& time)
    : location_(location), stack_(stack), teams_(teams), time_(time) {
  const model::Definitions& definitions = location.definitions;
  for (const model::CounterSet& set : definitions.counter_sets)
    telling_sets_.push_back(model::tells_lost_cores(definitions.counters, set));
}

void LostCoreTracker::read(Ticks time, std::span<const model::CounterValue> values) {
  if (values.size() != 2)
    return location_.anomalies.add(
        "readings of counters with too few or too many values (skipped)");
  const Reading now{time, ticks_of(values[0].bits, location_.definitions.clock),
                    ticks_of(values[1].bits, location_.definitions.clock)};
  if (!last_) return keep(now);
  if (now.lost < last_->lost || now.counted < last_->counted) {
    location_.anomalies.add("values of counters that are less than those before (left out)");
    return;
  }
  const Ticks flushes = flushes_since_ == since() ? in_flushes_ : Ticks{};
  const Ticks most = base::positive_part(time - since() - flushes);
  const Ticks lost = now.lost - last_->lost;
  const Ticks amount = std::min(lost, most);
  if (!stack_.is_off()) {
    if (amount.count != 0) lose(amount);
    if (flushes.count != 0) lose_in_flush(std::min(lost - amount, flushes));
  }
  keep(now);
}

void LostCoreTracker::lose_in_flush(Ticks amount) {
  times_of(location_.callpaths.child(time_.callpath(), location_.regions.buffer_flush)).polling +=
      amount;
}

Ticks LostCoreTracker::since() const {
  const Ticks begin = time_.active_since();
  return last_ ? std::max(begin, last_->time) : begin;
}

void LostCoreTracker::flushed(Ticks begin, Ticks end) {
  if (flushes_since_ != since()) in_flushes_ = Ticks{};
  flushes_since_ = since();
  in_flushes_ += end - begin;
}

void LostCoreTracker::keep(const Reading& now) {
  last_ = now;
  if (location_.records.init == kNoIndex) waking_in_init_ = waking_so_far();
}

Ticks LostCoreTracker::waking_so_far() const {
  if (!last_) return Ticks{};
  // A damaged reading may have any values; nobody wakes up for longer than the run takes.
  const Ticks most = base::positive_part(last_->time - location_.records.first);
  return std::min(base::positive_part(last_->counted - last_->lost), most);
}

void LostCoreTracker::finish() {
  const Ticks waking = waking_so_far();
  if (waking.count == 0 || !location_.first_callpath.valid()) return;
  times_of(location_.first_callpath).waking += waking;
  const bool has_init = location_.records.init != kNoIndex;
  location_.records.waking_after_init =
      base::positive_part(waking - (has_init ? waking_in_init_ : Ticks{}));
}

void LostCoreTracker::lose(Ticks amount) {
  const CallPathId callpath =
      time_.is_in_gap() && teams_.is_worker() ? location_.first_callpath : time_.callpath();
  if (!callpath.valid()) return;
  const model::RegionId region = stack_.empty() ? location_.regions.outside : stack_.top().region;
  const bool computes =
      !time_.is_in_gap() &&
      location_.regions.kinds[region.index()].region_class == model::RegionClass::Computation;
  if (!computes) {
    times_of(callpath).polling += amount;
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
    lose(part.callpath, lost);
    rest -= lost;
  }
  lose(callpath, rest);
}

void LostCoreTracker::lose(CallPathId callpath, Ticks amount) {
  if (amount.count == 0) return;
  times_of(callpath).computing += amount;
  location_.activities.move(
      callpath, location_.callpaths.child(callpath, location_.regions.without_core), amount);
}

LostCoreTimes& LostCoreTracker::times_of(CallPathId callpath) {
  auto& all = location_.records.lost_cores;
  if (callpath.index() >= all.size()) all.resize(callpath.index() + 1);
  return all[callpath.index()];
}

}  // namespace tarry::analysis
