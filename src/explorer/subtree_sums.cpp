// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/subtree_sums.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "report/forest.h"

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;

// As many rows are read for a click at most. Every so many rows, a sum is kept.
constexpr std::uint32_t kFewRows = 64;
// As many rows are read ahead before a question may come in between: it waits for them.
constexpr std::uint32_t kRowsAhead = 8;

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
  kept.first = kept.made_from = static_cast<std::uint32_t>(order_.size());
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

bool SubtreeSums::is_kept(const Kept& kept, std::uint32_t position) {
  return kept.rows[position] >= kFewRows;
}

std::uint64_t SubtreeSums::bytes_of(const Kept& kept) const {
  return kept.sums.size() * cube_.locations.size() * sizeof(double) +
         order_.size() * sizeof(std::uint32_t);
}

bool SubtreeSums::is_full() const {
  const std::uint64_t one_more = cube_.locations.size() * sizeof(double);
  return bytes_ + order_.size() * sizeof(std::uint32_t) + one_more > most_bytes_;
}

SubtreeSums::Kept& SubtreeSums::kept_for(MetricId metric) {
  used_.remove(metric);
  used_.push_front(metric);
  const auto known = kept_.find(metric);
  if (known != kept_.end()) return known->second;
  Kept& kept = kept_[metric] = plan_of(metric);
  bytes_ += bytes_of(kept);
  return kept;
}

void SubtreeSums::give_up_others(MetricId metric) {
  while (used_.back() != metric && bytes_ > most_bytes_) {
    const auto last = kept_.find(used_.back());
    bytes_ -= bytes_of(last->second);
    kept_.erase(last);
    used_.pop_back();
  }
}

void SubtreeSums::keep(Kept& kept, std::uint32_t position, std::vector<double> sum) {
  bytes_ -= bytes_of(kept);
  kept.sums[position] = std::move(sum);
  bytes_ += bytes_of(kept);
}

bool SubtreeSums::add_up(const Kept& kept, MetricId metric, Begun& begun, std::uint32_t most_rows) {
  for (std::uint32_t& i = begun.next; i < end_[begun.position];) {
    if (most_rows == 0) return false;
    const auto known = i == begun.position ? kept.sums.end() : kept.sums.find(i);
    if (known != kept.sums.end()) {
      add(begun.sum, known->second);
      --most_rows;
      i = end_[i];
      continue;
    }
    if (kept.has_values[i]) {
      add(begun.sum, cube_.copy_of_row(metric, CallPathId{order_[i]}));
      ++rows_read_;
      --most_rows;
    }
    ++i;
  }
  return true;
}

std::vector<double> SubtreeSums::added_up(const Kept& kept, MetricId metric,
                                          std::uint32_t position) {
  Begun whole{position, position, std::vector<double>(cube_.locations.size())};
  add_up(kept, metric, whole, std::numeric_limits<std::uint32_t>::max());
  return std::move(whole.sum);
}

std::vector<double> SubtreeSums::of(MetricId metric, CallPathId callpath) {
  Kept& kept = kept_for(metric);
  const std::uint32_t begin = position_[callpath.index()];
  const std::uint32_t end = end_[begin];
  if (kept.first >= begin && kept.last < end) return cube_.sums_by_location(metric);
  for (std::uint32_t i = std::min(end, kept.made_from); i-- > begin;)
    if (is_kept(kept, i) && !kept.sums.contains(i)) keep(kept, i, added_up(kept, metric, i));
  if (end >= kept.made_from) kept.made_from = std::min(begin, kept.made_from);
  give_up_others(metric);
  const auto known = kept.sums.find(begin);
  return known != kept.sums.end() ? known->second : added_up(kept, metric, begin);
}

bool SubtreeSums::keep_more(MetricId metric) {
  Kept& kept = kept_for(metric);
  const auto is_missing = [&](std::uint32_t i) {
    return is_kept(kept, i) && !kept.sums.contains(i);
  };
  if (kept.begun && !is_missing(kept.begun->position)) kept.begun.reset();
  while (!kept.begun && kept.made_from > 0) {
    const std::uint32_t i = kept.made_from - 1;
    if (is_missing(i))
      kept.begun = Begun{i, i, std::vector<double>(cube_.locations.size())};
    else
      kept.made_from = i;
  }
  if (!kept.begun) return false;
  if (add_up(kept, metric, *kept.begun, kRowsAhead)) {
    keep(kept, kept.begun->position, std::move(kept.begun->sum));
    kept.begun.reset();
    give_up_others(metric);
  }
  return true;
}

}  // namespace tarry::explorer
