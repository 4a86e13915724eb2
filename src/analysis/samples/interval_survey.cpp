// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/interval_survey.h"

#include <algorithm>
#include <bit>

namespace tarry::analysis {

using model::Paradigm;
using model::RegionId;

void LocationIntervals::add_to(IntervalKinds& out) const {
  std::vector<KindSamples> of_kind(kinds.size());
  for (std::size_t i = 0; i + 1 < intervals.size(); ++i) {
    KindSamples& kind = of_kind[intervals[i].kind];
    std::uint64_t weight = 0, squares = 0;
    for (const Count& count : counts_of(i)) {
      kind.by_path[paths[count.path]] += count.weight;
      kind.equal_pairs += count.weight * count.weight - count.squares;
      weight += count.weight;
      squares += count.squares;
    }
    kind.weight += weight;
    kind.pairs += weight * weight - squares;
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (of_kind[k].weight == 0) continue;
    out.add(kinds[k], of_kind[k]);
    IntervalKind of_any_length = kinds[k];
    of_any_length.octave = IntervalKind::kAnyLength;
    out.add(of_any_length, of_kind[k]);
  }
}

IntervalSurvey::IntervalSurvey(const RegionTable& regions, const LocationSamples& samples)
    : regions_(regions), samples_(samples) {}

void IntervalSurvey::enter(Ticks time, RegionId region) {
  close(time, region);
  stack_.push_back(region);
}

void IntervalSurvey::leave(Ticks time, RegionId region) {
  close(time, region);
  const auto open = std::find(stack_.rbegin(), stack_.rend(), region);
  if (open != stack_.rend()) stack_.erase(std::next(open).base(), stack_.end());
}

void IntervalSurvey::buffer_flush(Ticks time, Ticks stop) {
  enter(time, regions_.buffer_flush);
  leave(std::max(time, stop), regions_.buffer_flush);
}

void IntervalSurvey::measurement_on_off(Ticks time, bool on) {
  const bool is_off = !stack_.empty() && stack_.back() == regions_.measurement_off;
  if (!on && !is_off) enter(time, regions_.measurement_off);
  if (on && is_off) leave(time, regions_.measurement_off);
}

bool IntervalSurvey::is_divisible() const {
  if (stack_.empty()) return false;
  const RegionId top = stack_.back();
  const model::Region& region = regions_.regions[top.index()];
  if (regions_.kinds[top.index()].region_class != model::RegionClass::Computation) return false;
  return region.paradigm == Paradigm::Compiler || region.paradigm == Paradigm::User ||
         top == regions_.program;
}

void IntervalSurvey::close(Ticks time, RegionId region) {
  while (next_ < samples_.samples.size() && samples_.samples[next_].time < since_) ++next_;
  if (time > since_ && is_divisible()) {
    const auto length = static_cast<std::uint64_t>((time - since_).count);
    const IntervalKind kind{stack_.back(), before_, region,
                            static_cast<std::uint32_t>(std::bit_width(length))};
    const auto [number, is_new] =
        kind_numbers_.emplace(kind, static_cast<std::uint32_t>(out_.kinds.size()));
    if (is_new) out_.kinds.push_back(kind);
    const auto first = static_cast<std::uint32_t>(out_.counts.size());
    out_.intervals.push_back({since_, time, number->second, first});
    for (; next_ < samples_.samples.size() && samples_.samples[next_].time < time; ++next_) {
      const std::uint32_t path = called_path(samples_.samples[next_].path);
      const std::uint64_t weight = samples_.samples[next_].weight;
      auto counted =
          std::find_if(out_.counts.begin() + first, out_.counts.end(),
                       [&](const LocationIntervals::Count& count) { return count.path == path; });
      if (counted == out_.counts.end()) counted = out_.counts.insert(counted, {path, 0, 0});
      counted->weight += weight;
      counted->squares += weight * weight;
    }
  }
  since_ = std::max(since_, time);
  before_ = region;
}

std::uint32_t IntervalSurvey::called_path(std::uint32_t sample_path) {
  const auto stack =
      stack_numbers_.emplace(stack_, static_cast<std::uint32_t>(stack_numbers_.size())).first;
  const auto [known, is_new] = called_.emplace(std::uint64_t{stack->second} << 32 | sample_path, 0);
  if (!is_new) return known->second;
  const auto [path, is_new_path] = path_numbers_.emplace(
      find_called(samples_.paths[sample_path]), static_cast<std::uint32_t>(out_.paths.size()));
  if (is_new_path) out_.paths.push_back(path->first);
  return known->second = path->second;
}

// Functions of the stack are looked for in the sample's path from the outermost inwards; what else
// is open lies between functions.
CalledPath IntervalSurvey::find_called(const std::vector<std::uint32_t>& sample_path) const {
  CalledPath functions;
  for (const std::uint32_t function : sample_path) functions.push_back(regions_.sampled[function]);
  auto at = functions.begin();
  bool is_found = true;
  for (const RegionId region : stack_) {
    if (regions_.regions[region.index()].paradigm != Paradigm::Compiler) continue;
    const auto found = std::find(at, functions.end(), region);
    is_found = found != functions.end();
    if (is_found) at = std::next(found);
  }
  return is_found ? CalledPath(at, functions.end()) : CalledPath();
}

LocationIntervals IntervalSurvey::finish() {
  out_.intervals.push_back({since_, since_, 0, static_cast<std::uint32_t>(out_.counts.size())});
  return std::move(out_);
}

}  // namespace tarry::analysis
