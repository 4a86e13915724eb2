// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/division.h"

namespace tarry::analysis {
namespace {

// The next wider kind (all locations, any length) has the weight of this many samples.
constexpr double kWider = 4.0;

double samples_of(std::uint64_t weight) {
  return static_cast<double>(weight) / model::LocationSamples::kPeriod;
}

double part_of(const KindSamples* kind, const SampledPath& path) {
  if (kind == nullptr) return 0.0;
  const auto found = kind->by_path.find(path);
  return found != kind->by_path.end() ? samples_of(found->second) : 0.0;
}

double size_of(const KindSamples* kind) { return kind != nullptr ? samples_of(kind->weight) : 0.0; }

}  // namespace

Division::Division(const LocationIntervals& intervals, const IntervalKinds& kinds)
    : intervals_(intervals),
      kinds_(kinds),
      usual_(intervals.kinds.size()),
      found_(intervals.intervals.size()) {
  intervals.add_to(own_);
}

const Division::Usual& Division::usual(std::uint32_t number) {
  Usual& out = usual_[number];
  if (out.is_known) return out;
  out.is_known = true;
  const IntervalKind& kind = intervals_.kinds[number];
  IntervalKind of_any_length = kind;
  of_any_length.octave = IntervalKind::kAnyLength;
  const KindSamples* widest = kinds_.find(of_any_length);
  if (widest == nullptr) return out;
  const KindSamples* all = kinds_.find(kind);
  const KindSamples* own = own_.find(kind);
  out.weight = (all != nullptr ? all : widest)->prior_samples();
  for (const auto& [path, weight] : widest->by_path) {
    const double everywhere = samples_of(weight) / size_of(widest);
    const double alike = (part_of(all, path) + kWider * everywhere) / (size_of(all) + kWider);
    const double here = (part_of(own, path) + kWider * alike) / (size_of(own) + kWider);
    out.shares.push_back({&path, here, static_cast<std::uint32_t>(variances_.size())});
    variances_.push_back(here * (1.0 - here) / (size_of(own) + kWider + 1.0));
  }
  return out;
}

void Division::find_shares(std::size_t interval) {
  if (found_ == interval) return;
  found_ = interval;
  shares_.clear();
  const Usual& of_kind = usual(intervals_.intervals[interval].kind);
  const auto counts = intervals_.counts_of(interval);
  double samples = of_kind.weight;
  for (const LocationIntervals::Count& count : counts) samples += samples_of(count.weight);
  usual_weight_ = of_kind.weight / samples;
  own_variance_ = 1.0 / (samples + 1.0);
  for (const Share& usual : of_kind.shares) {
    double part = of_kind.weight * usual.part;
    for (const LocationIntervals::Count& count : counts)
      if (intervals_.paths[count.path] == *usual.path) part += samples_of(count.weight);
    shares_.push_back({usual.path, part / samples, usual.usual});
  }
}

}  // namespace tarry::analysis
