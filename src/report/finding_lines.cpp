// SPDX-License-Identifier: BSD-3-Clause
#include "report/finding_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/cube_types.h"
#include "report/findings.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

using model::Finding;
using model::Victims;

constexpr std::string_view kIdle = "omp_idle_threads";

CallPathId caller_of(const SeverityCube& cube, CallPathId callpath) {
  return cube.callpaths[callpath.index()].parent;
}

const std::string& region_of(const SeverityCube& cube, CallPathId callpath) {
  return cube.callpaths[callpath.index()].region;
}

// Shortens "!$omp parallel @a.c:7" to "!$omp parallel"; empty if the region is no construct.
std::string construct_of(const std::string& region) {
  return region.starts_with("!$omp") ? region.substr(0, region.find(" @")) : "";
}

// Returns how many regions, counted from the last, distinguish a call path from all others.
std::size_t regions_that_tell(const SeverityCube& cube, CallPathId callpath) {
  std::vector<CallPathId> others;
  for (std::uint32_t other = 0; other < cube.callpaths.size(); ++other)
    if (other != callpath.value && cube.callpaths[other].region == region_of(cube, callpath))
      others.emplace_back(other);
  std::size_t count = 1;
  for (CallPathId at = caller_of(cube, callpath); !others.empty() && at.valid(); ++count) {
    for (CallPathId& other : others) other = caller_of(cube, other);
    std::erase_if(others, [&](CallPathId other) {
      return !other.valid() || region_of(cube, other) != region_of(cube, at);
    });
    at = caller_of(cube, at);
  }
  return count;
}

// Returns text like "ranks 1-3".
std::string victims_text(const SeverityCube& cube, const Finding& finding) {
  std::set<std::uint32_t> ranks;
  for (const Victims& each : finding.victims)
    for (const model::Rank rank : each.ranks) ranks.insert(rank.value);
  Sufferers who;
  who.all = cube.experiment.ranks;
  who.ranks.assign(ranks.begin(), ranks.end());
  if (cube.experiment.ranks == 1) return "other threads";
  return on_ranks(who).substr(3);  // drops "on "
}

// Returns where most of the waiting is, like "MPI_Recv" or "idle threads".
std::string worst_place(const SeverityCube& cube, const Finding& finding) {
  std::map<std::string, double> waits;
  for (const Victims& each : finding.victims)
    waits[each.metric == kIdle ? "idle threads" : region_of(cube, each.callpath)] += each.wait_s;
  return std::max_element(waits.begin(), waits.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::string whom_line(const SeverityCube& cube, const Finding& finding) {
  double steps = 0.0, wait = 0.0;
  std::set<std::string> places;
  for (const Victims& each : finding.victims) {
    steps = std::max(steps, std::round(each.steps));
    wait += each.wait_s;
    places.insert(each.metric == kIdle ? "idle threads" : region_of(cube, each.callpath));
  }
  std::string text =
      fmt::format("It holds up {} for {}{} {}", victims_text(cube, finding), seconds(wait),
                  places.size() > 1 ? ", most in" : " in", worst_place(cube, finding));
  if (steps > 1.0) text += fmt::format(", up to {:.0f} waits away", steps);
  return text + '.';
}

std::string gain_line(const SeverityCube& cube, const Finding& finding) {
  if (!is_gain(cube, finding.gain_s)) return "Removing this excess would not shorten the run.";
  std::string text = "Removing this excess";
  if (!finding.together_with.empty()) {
    std::vector<std::size_t> others;
    for (const std::uint32_t other : finding.together_with) others.push_back(other + 1);
    text += fmt::format(" and that of finding{} {}", others.size() == 1 ? "" : "s",
                        fmt::join(others, ", "));
  }
  text += fmt::format(" would shorten the run by {} ({}", seconds(finding.gain_s),
                      percent(finding.gain_s, cube.experiment.duration_s));
  if (has_wide_range(finding))
    text += fmt::format("; {} to {}", seconds(finding.gain_low_s), seconds(finding.gain_high_s));
  text += ')';
  if (!finding.explained) text += "; the evidence is thin";
  return text + '.';
}

}  // namespace

std::string short_path(const SeverityCube& cube, CallPathId callpath) {
  const std::string construct = construct_of(region_of(cube, callpath));
  const bool has_own_place = cube.callpaths[callpath.index()].line != 0;
  const std::string source = has_own_place ? source_place(cube, callpath) : "";
  std::size_t count = regions_that_tell(cube, callpath);
  CallPathId at = callpath;
  if (!construct.empty() && caller_of(cube, callpath).valid()) {
    at = caller_of(cube, callpath);
    count = std::max<std::size_t>(count, 2) - 1;
  }
  std::vector<std::string> regions = {region_of(cube, at)};
  while (--count > 0 && caller_of(cube, at).valid()) {
    at = caller_of(cube, at);
    regions.push_back(region_of(cube, at));
  }
  std::reverse(regions.begin(), regions.end());
  const std::string path = join_calls(regions);
  std::vector<std::string> details;
  if (!construct.empty() && !path.starts_with("!$omp")) details.push_back(construct);
  if (!source.empty()) details.push_back(source);
  return details.empty() ? path : fmt::format("{} ({})", path, fmt::join(details, ", "));
}

std::vector<std::string> finding_lines(const SeverityCube& cube, const Finding& finding) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} {} takes {} too long.", short_path(cube, finding.callpath),
                              who_text(cube, finding), seconds(finding.delay_s)));
  if (!finding.victims.empty()) lines.push_back(whom_line(cube, finding));
  lines.push_back(gain_line(cube, finding));
  return lines;
}

}  // namespace tarry::report
