// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/location_profile.h"

#include <algorithm>

namespace tarry::analysis {
namespace {
constexpr std::size_t kShort = 1024;  // steps that are added up one by one
}  // namespace

void ProfileScratch::reduce(CallPathId callpath, Ticks by) {
  if (callpath.index() < sums_.size() && is_used_[callpath.index()]) sums_[callpath.index()] -= by;
}

void ProfileScratch::take(std::vector<CallPathTime>& out) {
  out.clear();
  for (const CallPathId callpath : used_) {
    Ticks& sum = sums_[callpath.index()];
    if (sum.count > 0) out.push_back({callpath, sum});
    sum = Ticks{0};
    is_used_[callpath.index()] = false;
  }
  used_.clear();
}

void LocationProfile::finish() {
  std::vector<std::uint32_t> place;  // of a call path in callpaths_
  for (const Activity& step : steps_) {
    const CallPathId callpath = signed_time(step).callpath;
    if (callpath.index() >= place.size()) place.resize(callpath.index() + 1, kNoIndex);
    std::uint32_t& at = place[callpath.index()];
    if (at != kNoIndex) continue;
    at = static_cast<std::uint32_t>(callpaths_.size());
    callpaths_.push_back(callpath);
  }
  spacing_ = static_cast<std::uint32_t>(std::max(kShort, 4 * callpaths_.size()));
  std::vector<Ticks> running(callpaths_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (i % spacing_ == 0) sums_.insert(sums_.end(), running.begin(), running.end());
    const CallPathTime step = signed_time(steps_[i]);
    running[place[step.callpath.index()]] += step.time;
  }
}

void LocationProfile::sum(std::uint32_t begin, std::uint32_t end, ProfileScratch& into) const {
  const auto one_by_one = [&](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
      const CallPathTime step = signed_time(steps_[i]);
      into.add(step.callpath, step.time);
    }
  };
  const std::uint32_t first = (begin + spacing_ - 1) / spacing_, last = end / spacing_;
  if (first >= last) return one_by_one(begin, end);
  one_by_one(begin, first * spacing_);
  const std::size_t width = callpaths_.size();
  for (std::size_t c = 0; c < width; ++c) {
    const Ticks between = sums_[last * width + c] - sums_[first * width + c];
    if (between.count != 0) into.add(callpaths_[c], between);
  }
  one_by_one(last * spacing_, end);
}

}  // namespace tarry::analysis
