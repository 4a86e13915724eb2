// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/exclusive_time.h"

#include <cmath>

namespace tarry::analysis {

CallPathId ExclusiveTime::outside() const {
  return location_.callpaths.child(stack_.base(), location_.regions.outside);
}

void ExclusiveTime::begin(Ticks time) {
  started_ = true;
  location_.records.first = last_ = run_.begin = time;
}

Ticks ExclusiveTime::put_right() {
  location_.anomalies.add("events earlier than the one before them on the same location");
  return last_;
}

void ExclusiveTime::pass(Ticks time) {
  if (gap_)
    gap_time_ += time - last_;
  else if (division_ == nullptr)
    charge(callpath(), time - last_);
  else
    charge_divided(time);
  const CallPathId active = is_nobodys() ? CallPathId{} : callpath();
  if (active != run_.callpath) run_ = {last_, active};
  last_ = time;
}

void ExclusiveTime::charge(CallPathId callpath, Ticks amount) {
  location_.totals(callpath).time += amount;
  location_.activities.add(callpath, amount);
  if (location_.visits != nullptr) [[unlikely]]
    charge_visit(callpath, amount);
  if (teams_.is_serial()) {
    auto& serial = stack_.is_off() ? location_.records.serial_off : location_.records.serial;
    if (callpath.index() >= serial.size()) serial.resize(callpath.index() + 1);
    serial[callpath.index()] += amount;
  }
}

// Time of a call path without an open region, such as that of a sampled function, has no visit.
void ExclusiveTime::charge_visit(CallPathId callpath, Ticks amount) const {
  for (std::size_t n = 0; n < stack_.size(); ++n)
    if (const Frame& frame = stack_.from_top(n); frame.callpath == callpath)
      return location_.visits->charge(frame.visit, amount);
}

void ExclusiveTime::charge_divided(Ticks time) {
  CallPathId whole = callpath();
  Ticks rest = time - last_;
  parts_.clear();
  const model::RegionId innermost = stack_.empty() ? model::RegionId{} : stack_.top().region;
  const auto visit = [&](const SampledPath& path, Ticks part, const PartUncertainty& error) {
    if (path.is_here()) return variance_.add(stack_.callpath(), error);
    if (path.left >= stack_.size()) return;
    CallPathId at = stack_.from_top(path.left).callpath;
    for (const model::RegionId function : path.entered)
      at = location_.callpaths.child(at, function);
    charge(at, part);
    variance_.add(at, error);
    location_.totals(at).sampled += part;
    parts_.push_back({at, part});
    rest -= part;
  };
  if (division_->divide(innermost, last_, time, visit)) whole = stack_.callpath();
  parts_.push_back({whole, rest});
  charge(whole, rest);
}

void ExclusiveTime::finish() {
  if (division_ == nullptr) return;
  const std::vector<double> variances = variance_.by_callpath(*division_);
  for (std::uint32_t n = 0; n < variances.size(); ++n)
    location_.totals(CallPathId{n}).sampled_accuracy = {static_cast<std::int64_t>(
        std::ceil(SampledVariance::kNineOfTen * std::sqrt(variances[n])))};
}

}  // namespace tarry::analysis
