// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/interval_survey.h"

#include <algorithm>
#include <bit>

#include "model/artificial_regions.h"
#include "model/inlined_functions.h"

namespace tarry::analysis {

using model::Paradigm;
using model::RegionId;

void LocationIntervals::add_to(IntervalKinds& out) const {
  std::vector<KindSamples> of_kind(kinds.size());
  for (std::size_t i = 0; i + 1 < intervals.size(); ++i) {
    KindSamples& kind = of_kind[intervals[i].kind];
    std::uint64_t weight = 0, squares = 0, equal = 0;
    for (const Count& count : counts_of(i)) {
      kind.by_path[paths[count.path]] += count.weight;
      equal += count.weight * count.weight - count.squares;
      weight += count.weight;
      squares += count.squares;
    }
    kind.weight += weight;
    // Longer intervals have more pairs than fit into the sums; they get the weight of the longest
    // that fit.
    constexpr int kMostBits = 16;  // 256 samples
    const int shift = 2 * std::max(0, static_cast<int>(std::bit_width(weight)) - kMostBits);
    kind.pairs += (weight * weight - squares) >> shift;
    kind.equal_pairs += equal >> shift;
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (of_kind[k].weight == 0) continue;
    out.add(kinds[k], of_kind[k]);
    IntervalKind of_any_length = kinds[k];
    of_any_length.octave = IntervalKind::kAnyLength;
    out.add(of_any_length, of_kind[k]);
  }
}

IntervalSurvey::IntervalSurvey(const RegionTable& regions, const model::LocationSamples& samples)
    : regions_(regions), samples_(samples) {}

// Inlined functions take no time around their calls, and the calls tell more about an interval's
// kind.
void IntervalSurvey::enter(Ticks time, RegionId region) {
  if (is_inlined(region)) return inlined_.push_back(region);
  note_call(region);
  close(time, region);
  stack_.insert(stack_.end(), inlined_.begin(), inlined_.end());
  inlined_.clear();
  stack_.push_back(region);
}

void IntervalSurvey::leave(Ticks time, RegionId region) {
  if (!is_inlined(region)) close(time, region);
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
  return model::is_function(region) || region.paradigm == Paradigm::User || top == regions_.program;
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
    count(time, first);
  }
  since_ = std::max(since_, time);
  before_ = region;
}

void IntervalSurvey::count(Ticks end, std::uint32_t first) {
  const auto& samples = samples_.samples;
  if (next_ >= samples.size() || samples[next_].time >= end) return;
  const std::uint32_t stack =
      stack_numbers_.emplace(stack_, static_cast<std::uint32_t>(stack_numbers_.size()))
          .first->second;
  for (; next_ < samples.size() && samples[next_].time < end; ++next_) {
    const std::uint32_t path = place(stack, samples[next_].path);
    const std::uint64_t weight = samples[next_].weight;
    auto counted =
        std::find_if(out_.counts.begin() + first, out_.counts.end(),
                     [&](const LocationIntervals::Count& each) { return each.path == path; });
    if (counted == out_.counts.end()) counted = out_.counts.insert(counted, {path, 0, 0});
    counted->weight += weight;
    counted->squares += weight * weight;
  }
}

std::uint32_t IntervalSurvey::place(std::uint32_t stack, std::uint32_t sample_path) {
  const auto [known, is_new] = places_.emplace(std::uint64_t{stack} << 32 | sample_path, 0);
  if (!is_new) return known->second;
  const auto [path, is_new_path] = path_numbers_.emplace(
      find_place(samples_.paths[sample_path]), static_cast<std::uint32_t>(out_.paths.size()));
  if (is_new_path) out_.paths.push_back(path->first);
  return known->second = path->second;
}

// Samples do not tell where in its caller a function is called. If it was always in the same
// inlined functions, it is assumed to be there as well.
void IntervalSurvey::note_call(RegionId function) {
  if (!is_function(function) || function.index() >= regions_.of_name.size()) return;
  const auto caller = std::find_if(stack_.rbegin(), stack_.rend(), [&](RegionId each) {
    return is_function(each) && !is_inlined(each);
  });
  if (caller == stack_.rend()) return;
  const auto key = std::pair(regions_.of_name[caller->index()], regions_.of_name[function.index()]);
  const auto [known, is_new] = calls_.try_emplace(key, function);
  const bool is_another = !is_new && known->second.valid() && known->second != function;
  if (is_another) known->second = RegionId{};
  if (is_new || is_another) places_.clear();
}

RegionId IntervalSurvey::add_sampled(RegionId caller, RegionId function, SampledPath& path) const {
  if (caller.valid() && !calls_.empty()) {
    const auto known = calls_.find({regions_.of_name[caller.index()], function});
    if (known != calls_.end() && known->second.valid()) {
      function = known->second;
      const std::vector<model::Region>& all = regions_.regions;
      const auto inlined = model::inlined_between(all, &all[caller.index()], all[function.index()]);
      path.entered.insert(path.entered.end(), inlined.begin(), inlined.end());
    }
  }
  path.entered.push_back(function);
  return function;
}

bool IntervalSurvey::is_inlined(RegionId region) const {
  return regions_.regions[region.index()].is_inlined;
}

bool IntervalSurvey::is_function(RegionId region) const {
  return model::is_function(regions_.regions[region.index()]);
}

bool IntervalSurvey::has_hooks(RegionId region) const {
  return is_function(region) && regions_.is_recorded(region) &&
         !model::is_from_call_stacks(regions_.regions[region.index()]);
}

bool IntervalSurvey::is_gap(RegionId region) const {
  return is_function(region) && model::is_gap(regions_.regions[region.index()].name);
}

bool IntervalSurvey::is_itself(RegionId region, const std::vector<std::uint32_t>& sample_path,
                               std::size_t at) const {
  if (at == sample_path.size()) return false;
  const RegionId function = regions_.sampled[sample_path[at]];
  return model::stands_for_function(regions_.regions[region.index()],
                                    regions_.regions[function.index()]);
}

// Searches the open functions in the sample's path, from the outermost inwards. The first one that
// is missing there has returned, although a call stack that is the same at two calls does not show
// this. Hooks do show it: a function with hooks that is missing was inlined with them. Open regions
// other than functions are certainly open, so functions around them have not returned; open
// functions that are not known may be anything. A path that lacks even the outermost
// function tells nothing, unless its own outer functions are not known: then it begins in one of
// the open functions, or was called by the innermost. Samples have no inlined functions, so those
// around a function have returned with it.
SampledPath IntervalSurvey::find_place(const std::vector<std::uint32_t>& sample_path) const {
  const auto region_of = [&](std::uint32_t function) { return regions_.sampled[function]; };
  const auto is_same = [&](RegionId a, RegionId b) {
    return a == b || regions_.regions[a.index()].name == regions_.regions[b.index()].name;
  };
  const bool lacks_callers = !sample_path.empty() && is_gap(region_of(sample_path.front()));
  if (lacks_callers && sample_path.size() == 1) return {};
  std::size_t at = lacks_callers ? 1 : 0, kept = 0;
  RegionId innermost;          // the innermost function that was found
  bool has_functions = false;  // some known function is open
  bool has_gap = false;
  for (; kept < stack_.size(); ++kept) {
    if (is_itself(stack_[kept], sample_path, at)) ++at;
    if (!is_function(stack_[kept]) || is_inlined(stack_[kept])) continue;
    if (is_gap(stack_[kept])) {
      has_gap = true;
      continue;
    }
    has_functions = true;
    std::size_t found = at;
    while (found < sample_path.size() && !is_same(region_of(sample_path[found]), stack_[kept]) &&
           !regions_.is_recorded(region_of(sample_path[found])))
      ++found;
    if (found == sample_path.size() || !is_same(region_of(sample_path[found]), stack_[kept])) {
      if (has_hooks(stack_[kept]) || (lacks_callers && !innermost.valid())) continue;
      break;
    }
    at = found + 1;
    innermost = stack_[kept];
  }
  while (kept < stack_.size() && kept > 0 && is_inlined(stack_[kept - 1])) --kept;
  const bool are_functions_left =
      std::all_of(stack_.begin() + static_cast<std::ptrdiff_t>(kept), stack_.end(),
                  [&](RegionId region) { return is_function(region); });
  if (!are_functions_left || (has_functions && !innermost.valid() && !lacks_callers)) return {};
  SampledPath out;
  out.left = static_cast<std::uint32_t>(stack_.size() - kept);
  if (lacks_callers && !innermost.valid() && !has_gap) --at;  // enters what stands for the callers
  // A function with hooks that is not open was sampled in its hooks, before or behind its records.
  for (; at < sample_path.size() && !has_hooks(region_of(sample_path[at])); ++at)
    innermost = add_sampled(innermost, region_of(sample_path[at]), out);
  return out;
}

LocationIntervals IntervalSurvey::finish() {
  out_.intervals.push_back({since_, since_, 0, static_cast<std::uint32_t>(out_.counts.size())});
  return std::move(out_);
}

}  // namespace tarry::analysis
