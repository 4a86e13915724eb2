// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/location_profile.h"

#include <algorithm>

#include "analysis/records/location_records.h"

namespace tarry::analysis {
namespace {
constexpr std::uint64_t kShort = 1024;  // steps that are added up one by one
}  // namespace

void LocationProfile::add(CallPathId callpath, Ticks time) {
  if (since_place_ >= kShort && since_place_ >= 4 * callpaths_.size()) keep_sums();
  ++since_place_;
  append_time(steps_, callpath, time);
  if (callpath.index() >= number_of_.size()) number_of_.resize(callpath.index() + 1, kNoIndex);
  std::uint32_t& number = number_of_[callpath.index()];
  if (number == kNoIndex) {
    number = static_cast<std::uint32_t>(callpaths_.size());
    callpaths_.push_back(callpath);
    running_.emplace_back();
  }
  running_[number] += time;
}

void LocationProfile::keep_sums() {
  places_.push_back({position(), sums_.size()});
  sums_.insert(sums_.end(), running_.begin(), running_.end());
  since_place_ = 0;
}

std::uint64_t LocationProfile::after(std::uint64_t position) const {
  TimeReader steps(steps_, position);
  CallPathTime step;
  steps.next(step);
  return steps.position();
}

std::size_t LocationProfile::first_place_at(std::uint64_t position) const {
  const auto found = std::lower_bound(
      places_.begin(), places_.end(), position,
      [](const Place& place, std::uint64_t wanted) { return place.position < wanted; });
  return static_cast<std::size_t>(found - places_.begin());
}

void LocationProfile::sum(std::uint64_t begin, std::uint64_t end, CallPathSums& into) const {
  const auto one_by_one = [&](std::uint64_t from, std::uint64_t to) {
    CallPathTime step;
    for (TimeReader steps(steps_, from); steps.position() < to;) {
      if (steps.next(step)) into.add(step.callpath, step.time);
    }
  };
  if (end - begin <= kShort) return one_by_one(begin, end);  // a step has at least two bytes
  const std::size_t first = first_place_at(begin), behind = first_place_at(end + 1);
  if (first + 1 >= behind) return one_by_one(begin, end);
  const Place &from = places_[first], &to = places_[behind - 1];
  one_by_one(begin, from.position);
  const std::size_t known = places_[first + 1].first_sum - from.first_sum;
  const std::size_t sums =
      (behind < places_.size() ? places_[behind].first_sum : sums_.size()) - to.first_sum;
  for (std::size_t c = 0; c < sums; ++c) {
    const Ticks before = c < known ? sums_[from.first_sum + c] : Ticks{0};
    const Ticks between = sums_[to.first_sum + c] - before;
    if (between.count != 0) into.add(callpaths_[c], between);
  }
  one_by_one(to.position, end);
}

}  // namespace tarry::analysis
