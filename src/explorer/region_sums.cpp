// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/region_sums.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "report/forest.h"

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;

// Sums of at least so many call paths are kept.
constexpr std::size_t kManyParts = 64;
// As many rows are read ahead before a question may come in between, or sums of subtrees, each of
// which takes 64 rows at most.
constexpr std::size_t kRegionRowsAhead = 8;
constexpr std::size_t kSubtreesAhead = 1;

}  // namespace

RegionSums::RegionSums(const model::SeverityCube& cube, SubtreeSums& subtrees,
                       std::uint64_t most_bytes)
    : cube_(cube), subtrees_(subtrees), most_bytes_(most_bytes) {
  std::map<std::string_view, std::uint32_t> numbers;
  region_of_.reserve(cube.callpaths.size());
  for (const model::CubeCallPath& path : cube.callpaths) {
    const auto number = static_cast<std::uint32_t>(numbers.size());
    region_of_.push_back(numbers.try_emplace(path.region, number).first->second);
  }
  regions_.resize(numbers.size());
  std::vector<std::uint32_t> open;                    // regions of the call paths above
  std::vector<std::uint32_t> times(regions_.size());  // that a region is among them
  for (const report::Visit& visit : report::depth_first(cube.callpaths)) {
    const CallPathId callpath{visit.node};
    const std::uint32_t region = region_of_[visit.node];
    regions_[region].callpaths.push_back(callpath);
    if (times[region] == 0) regions_[region].outermost.push_back(callpath);
    if (!open.empty()) regions_[open.back()].calls = true;
    open.push_back(region);
    ++times[region];
    for (std::size_t closed = 0; closed < visit.closes; ++closed) {
      --times[open.back()];
      open.pop_back();
    }
  }
}

RegionSums::Key RegionSums::key_of(CallPathId callpath, bool inclusive) const {
  const std::uint32_t region = region_of_[callpath.index()];
  return {region, inclusive && regions_[region].calls};
}

const std::vector<CallPathId>& RegionSums::parts_of(Key key) const {
  const Region& region = regions_[key.first];
  return key.second ? region.outermost : region.callpaths;
}

bool RegionSums::is_full() const {
  return bytes_ + cube_.locations.size() * sizeof(double) > most_bytes_;
}

RegionSums::Kept& RegionSums::kept_for(MetricId metric) {
  used_.remove(metric);
  used_.push_front(metric);
  const auto [known, is_new] = kept_.try_emplace(metric);
  if (!is_new) return known->second;
  std::vector<std::size_t> rows(regions_.size(), 0);
  for (const CallPathId callpath : cube_.callpaths_with_values(metric))
    ++rows[region_of_[callpath.index()]];
  for (std::uint32_t r = 0; r < regions_.size(); ++r) {
    if (rows[r] >= kManyParts) known->second.wanted.emplace_back(r, false);
    if (regions_[r].calls && regions_[r].outermost.size() >= kManyParts)
      known->second.wanted.emplace_back(r, true);
  }
  return known->second;
}

void RegionSums::keep(Kept& kept, Key key, std::vector<double> sum) {
  bytes_ += sum.size() * sizeof(double);
  kept.sums[key] = std::move(sum);
}

void RegionSums::give_up_others(MetricId metric) {
  while (used_.back() != metric && bytes_ > most_bytes_) {
    const auto last = kept_.find(used_.back());
    bytes_ -= last->second.sums.size() * cube_.locations.size() * sizeof(double);
    kept_.erase(last);
    used_.pop_back();
  }
}

bool RegionSums::add_up(MetricId metric, Begun& begun, std::size_t most_parts) {
  const bool inclusive = begun.key.second;
  const std::vector<CallPathId>& parts = parts_of(begun.key);
  for (; begun.next < parts.size(); ++begun.next) {
    if (most_parts-- == 0) return false;
    const CallPathId callpath = parts[begun.next];
    const std::vector<double> values =
        inclusive ? subtrees_.of(metric, callpath) : cube_.copy_of_row(metric, callpath);
    if (!inclusive && !values.empty()) ++rows_read_;
    for (std::size_t i = 0; i < values.size(); ++i) begun.sum[i] += values[i];
  }
  return true;
}

std::vector<double> RegionSums::of(MetricId metric, CallPathId callpath, bool inclusive) {
  Kept& kept = kept_for(metric);
  const Key key = key_of(callpath, inclusive);
  if (const auto known = kept.sums.find(key); known != kept.sums.end()) return known->second;
  Begun whole{key, 0, std::vector<double>(cube_.locations.size())};
  add_up(metric, whole, std::numeric_limits<std::size_t>::max());
  if (std::find(kept.wanted.begin(), kept.wanted.end(), key) != kept.wanted.end()) {
    keep(kept, key, whole.sum);
    give_up_others(metric);
  }
  return std::move(whole.sum);
}

bool RegionSums::keep_more(MetricId metric) {
  Kept& kept = kept_for(metric);
  while (kept.made < kept.wanted.size() && kept.sums.contains(kept.wanted[kept.made])) {
    ++kept.made;
    kept.begun.reset();
  }
  if (kept.made == kept.wanted.size()) return false;
  const Key key = kept.wanted[kept.made];
  if (!kept.begun) kept.begun = Begun{key, 0, std::vector<double>(cube_.locations.size())};
  if (add_up(metric, *kept.begun, key.second ? kSubtreesAhead : kRegionRowsAhead)) {
    keep(kept, key, std::move(kept.begun->sum));
    kept.begun.reset();
    give_up_others(metric);
  }
  return true;
}

}  // namespace tarry::explorer
