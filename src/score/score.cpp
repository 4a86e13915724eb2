// SPDX-License-Identifier: BSD-3-Clause
#include "score/score.h"

#include <algorithm>

namespace tarry::score {
namespace {

double total(const model::SeverityCube& cube, model::MetricId metric, const CubeRegion& region) {
  double sum = 0;
  for (const model::CallPathId path : region.callpaths) sum += cube.total(metric, path);
  return sum;
}

TraceSize size_of(const Estimate& made) {
  const Bytes largest = made.largest_process();
  return {made.trace_bytes(), largest.trace, largest.log};
}

// Returns the part for a group, and for what a filter leaves out of it.
std::size_t part_of(Group group, bool is_filtered) {
  return 2 * static_cast<std::size_t>(group) + (is_filtered ? 1 : 0);
}
constexpr std::size_t kParts = 2 * kGroups;

// Sums the regions for which `is_in(group, is_filtered)` holds; the largest process is determined
// for all of them together. Returns nothing if they have no visits.
template <class IsIn>
void add_group(std::string name, const std::vector<RegionScore>& lines, const Estimate& whole,
               IsIn is_in, std::vector<GroupScore>& to) {
  GroupScore group;
  group.name = std::move(name);
  for (const RegionScore& line : lines) {
    if (!is_in(line.group, line.is_filtered)) continue;
    group.visits += line.visits;
    group.time_s += line.time_s;
    group.trace_bytes += line.trace_bytes;
  }
  if (group.visits == 0) return;
  std::vector<Bytes> processes(whole.processes.size());
  for (std::size_t part = 0; part < kParts; ++part)
    if (is_in(static_cast<Group>(part / 2), part % 2 == 1))
      for (std::size_t p = 0; p < processes.size(); ++p) processes[p] += whole.parts[part][p];
  const Bytes most = largest(processes);
  group.largest_trace_bytes = most.trace;
  group.log_bytes = most.log;
  to.push_back(std::move(group));
}

bool has_more_bytes(const ScoreLine& a, const ScoreLine& b) {
  return a.trace_bytes > b.trace_bytes;
}

std::vector<GroupScore> groups_of(const std::vector<RegionScore>& lines, const Estimate& whole) {
  std::vector<GroupScore> out;
  add_group(
      "ALL", lines, whole, [](Group, bool) { return true; }, out);
  const auto all = static_cast<std::ptrdiff_t>(out.size());
  for (std::size_t g = 0; g < kGroups; ++g) {
    const auto wanted = static_cast<Group>(g);
    add_group(
        std::string(group_name(wanted)), lines, whole,
        [wanted](Group group, bool) { return group == wanted; }, out);
  }
  std::stable_sort(out.begin() + all, out.end(), has_more_bytes);
  add_group(
      "FLT", lines, whole, [](Group, bool is_filtered) { return is_filtered; }, out);
  return out;
}

std::vector<RegionScore> region_lines(const model::SeverityCube& cube,
                                      const std::vector<CubeRegion>& regions,
                                      const Estimate& whole) {
  const model::MetricId visits = cube.find(model::metric::visits);
  const model::MetricId time = cube.find(model::metric::time);
  std::vector<RegionScore> lines;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    RegionScore line;
    line.visits = total(cube, visits, regions[r]);
    line.time_s = total(cube, time, regions[r]);
    line.trace_bytes = whole.regions[r].whole.trace;
    line.largest_trace_bytes = whole.regions[r].largest.trace;
    line.log_bytes = whole.regions[r].largest.log;
    line.name = regions[r].name;
    line.file = regions[r].file;
    line.line = regions[r].line;
    line.call_site = regions[r].call_site;
    line.group = regions[r].group;
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

base::Status check_scorable(const model::SeverityCube& cube) {
  for (const model::MetricId metric : {model::metric::visits, model::metric::time})
    if (!cube.find(metric).valid())
      return base::Error{base::ErrorCode::BadInput,
                         "the report has no metric '" + std::string(info(metric).id) + "'", "",
                         "score an experiment of 'tarry record'"};
  return base::kOk;
}

Score score_of(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
               const std::optional<std::vector<bool>>& excluded) {
  const std::vector<bool> none(regions.size());
  const std::vector<bool>& filtered = excluded ? *excluded : none;
  std::vector<std::size_t> parts;
  for (std::size_t r = 0; r < regions.size(); ++r)
    parts.push_back(part_of(regions[r].group, filtered[r]));
  const Estimator estimator(cube, regions);
  const Estimate whole = estimator.of(none, parts, kParts);
  Score out;
  out.program = cube.experiment.program;
  out.processes = whole.processes.size();
  out.locations = cube.locations.size();
  out.whole = size_of(whole);
  out.regions = region_lines(cube, regions, whole);
  for (std::size_t r = 0; r < regions.size(); ++r) out.regions[r].is_filtered = filtered[r];
  if (excluded) out.with_filter = size_of(estimator.of(filtered));
  out.groups = groups_of(out.regions, whole);
  std::stable_sort(out.regions.begin(), out.regions.end(), has_more_bytes);
  std::erase_if(out.regions, [](const RegionScore& line) { return line.visits == 0; });
  return out;
}

}  // namespace tarry::score
