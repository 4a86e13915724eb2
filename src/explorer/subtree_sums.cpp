// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/subtree_sums.h"

#include <algorithm>

#include "report/forest.h"

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;

// As many rows are read for a click at most. Every so many rows, a sum is kept.
constexpr std::uint32_t kFewRows = 64;

void add(std::vector<double>& sums, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
}

}  // namespace

SubtreeSums::SubtreeSums(const model::SeverityCube& cube, std::uint64_t most_bytes)
    : cube_(cube), most_bytes_(most_bytes) {
  const std::vector<report::Visit> visits = report::depth_first(cube.callpaths);
  position_.resize(visits.size());
  end_.resize(visits.size());
  for (std::uint32_t i = 0; i < visits.size(); ++i) {
    order_.push_back(visits[i].node);
    position_[visits[i].node] = i;
  }
  std::vector<std::uint32_t> open;  // positions of the call paths above
  for (std::uint32_t i = 0; i < visits.size(); ++i) {
    open.push_back(i);
    for (std::size_t closed = 0; closed < visits[i].closes; ++closed) {
      end_[open.back()] = i + 1;
      open.pop_back();
    }
  }
}

SubtreeSums::Kept SubtreeSums::plan_of(MetricId metric) const {
  Kept kept;
  kept.has_values.resize(order_.size());
  kept.rows.resize(order_.size());
  kept.first = static_cast<std::uint32_t>(order_.size());
  for (const CallPathId callpath : cube_.callpaths_with_values(metric)) {
    const std::uint32_t position = position_[callpath.index()];
    kept.has_values[position] = true;
    kept.first = std::min(kept.first, position);
    kept.last = std::max(kept.last, position);
  }
  for (auto i = static_cast<std::uint32_t>(order_.size()); i-- > 0;) {
    kept.rows[i] += kept.has_values[i] ? 1 : 0;
    const CallPathId parent = cube_.callpaths[order_[i]].parent;
    if (parent.valid())
      kept.rows[position_[parent.index()]] += kept.rows[i] >= kFewRows ? 1 : kept.rows[i];
  }
  return kept;
}

bool SubtreeSums::is_kept(const Kept& kept, std::uint32_t position) const {
  return kept.rows[position] >= kFewRows;
}

SubtreeSums::Kept& SubtreeSums::kept_for(MetricId metric) {
  used_.remove(metric);
  used_.push_front(metric);
  const auto known = kept_.find(metric);
  if (known != kept_.end()) return known->second;
  return kept_[metric] = plan_of(metric);
}

void SubtreeSums::give_up_others(MetricId metric) {
  const auto bytes = [&] {
    std::uint64_t sum = 0;
    for (const auto& [each, kept] : kept_)
      sum += kept.sums.size() * cube_.locations.size() * sizeof(double) +
             order_.size() * sizeof(std::uint32_t);
    return sum;
  };
  while (used_.back() != metric && bytes() > most_bytes_) {
    kept_.erase(used_.back());
    used_.pop_back();
  }
}

std::vector<double> SubtreeSums::added_up(const Kept& kept, MetricId metric,
                                          std::uint32_t position) {
  std::vector<double> sums(cube_.locations.size());
  for (std::uint32_t i = position; i < end_[position];) {
    const auto known = i == position ? kept.sums.end() : kept.sums.find(i);
    if (known != kept.sums.end()) {
      add(sums, known->second);
      i = end_[i];
      continue;
    }
    if (kept.has_values[i]) {
      add(sums, cube_.copy_of_row(metric, CallPathId{order_[i]}));
      ++rows_read_;
    }
    ++i;
  }
  return sums;
}

std::vector<double> SubtreeSums::of(MetricId metric, CallPathId callpath) {
  Kept& kept = kept_for(metric);
  const std::uint32_t begin = position_[callpath.index()];
  const std::uint32_t end = end_[begin];
  if (kept.first >= begin && kept.last < end) return cube_.sums_by_location(metric);
  for (std::uint32_t i = end; i-- > begin;) {
    if (!is_kept(kept, i) || kept.sums.contains(i)) continue;
    kept.sums[i] = added_up(kept, metric, i);
  }
  give_up_others(metric);
  const auto known = kept.sums.find(begin);
  return known != kept.sums.end() ? known->second : added_up(kept, metric, begin);
}

}  // namespace tarry::explorer
