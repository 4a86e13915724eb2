// SPDX-License-Identifier: BSD-3-Clause
#include "report/distribution.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/utf8.h"
#include "report/bars.h"
#include "report/cube_types.h"

namespace tarry::report {
namespace {

constexpr std::size_t kMostCells = 32;
constexpr std::size_t kLeastCells = 4;

}  // namespace

Members::Members(const SeverityCube& cube) : member_of_(cube.locations.size()) {
  const bool one_rank = std::all_of(
      cube.locations.begin(), cube.locations.end(),
      [&](const CubeLocation& each) { return each.rank == cube.locations.front().rank; });
  if (one_rank) noun_ = "thread";
  std::vector<std::size_t> order(cube.locations.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return comes_before(cube.locations[a], cube.locations[b]);
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_next =
        i == 0 || one_rank || cube.locations[order[i]].rank != cube.locations[order[i - 1]].rank;
    if (is_next) ++count_;
    member_of_[order[i]] = count_ - 1;
  }
}

void Members::add(const std::vector<double>& row, std::vector<double>& sums) const {
  for (std::size_t i = 0; i < std::min(row.size(), member_of_.size()); ++i)
    sums[member_of_[i]] += row[i];
}

Distribution::Distribution(const SeverityCube& cube, MetricId metric, By by, bool inclusive)
    : cube_(cube), metric_(metric), by_(by), inclusive_(inclusive) {}

std::vector<bool> Distribution::call_paths_of(const TableRow& row) const {
  std::vector<bool> chosen(cube_.callpaths.size(), by_ == By::Metric);
  if (by_ == By::Metric) return chosen;
  const CubeCallPath& first = cube_.callpaths[row.index];
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const CubeCallPath& path = cube_.callpaths[i];
    if (by_ == By::CallPath) chosen[i] = i == row.index;
    if (by_ == By::Region) chosen[i] = is_same_region(path, first);
    if (by_ == By::CallSite) chosen[i] = is_same_call_site(path, first);
    // Recursive calls are among those below the first one anyway.
    if (inclusive_ && by_ != By::CallSite && path.parent.valid() && chosen[path.parent.index()])
      chosen[i] = true;
  }
  return chosen;
}

std::vector<double> Distribution::of(const TableRow& row, const Members& members) const {
  if (by_ == By::Location || by_ == By::Rank || by_ == By::Host || by_ == By::Communicator)
    return {};
  std::vector<double> sums(members.count());
  const std::vector<bool> chosen = call_paths_of(row);
  for (const CallPathId callpath : cube_.callpaths_with_values(metric_))
    if (chosen[callpath.index()]) members.add(cube_.row(metric_, callpath), sums);
  return sums;
}

DistributionColumn::DistributionColumn(const SeverityCube& cube, const TextStyle& style,
                                       std::size_t room)
    : members_(cube), unicode_(style.unicode) {
  const std::size_t frame = unicode_ ? 0 : 2;
  const std::size_t for_heading = std::string_view(members_.noun()).size() + 1;
  if (members_.count() < 2 || room < std::max(kLeastCells + frame, for_heading)) return;
  per_cell_ = values_per_cell(members_.count(), std::min(kMostCells, room - frame));
  cells_ = (members_.count() + per_cell_ - 1) / per_cell_;
}

std::size_t DistributionColumn::width() const {
  if (cells_ == 0) return 0;
  const std::size_t heading = std::string_view(members_.noun()).size() + 1;
  return std::max(heading, cells_ + (unicode_ ? 0 : 2));
}

std::string DistributionColumn::heading() const {
  return fmt::format("{:<{}}", std::string(members_.noun()) + 's', width());
}

std::string DistributionColumn::bar(const std::vector<double>& values) const {
  if (cells_ == 0) return "";
  const bool is_drawn = !values.empty() && std::none_of(values.begin(), values.end(),
                                                        [](double value) { return value < 0.0; });
  std::string text = is_drawn ? distribution_bar(values, per_cell_, unicode_) : "";
  if (is_drawn && !unicode_) text = '[' + text + ']';
  return text + std::string(width() - base::columns_of(text), ' ');
}

std::string DistributionColumn::legend() const {
  if (cells_ == 0) return "";
  const std::string what = per_cell_ == 1
                               ? fmt::format("one character for each {}", members_.noun())
                               : fmt::format("one character for {}, as high as the largest of them",
                                             base::counted(per_cell_, members_.noun()));
  return "Bars: " + what + "; full height is the largest value of the line.";
}

}  // namespace tarry::report
