// SPDX-License-Identifier: BSD-3-Clause
#include "report/wait_statistics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "base/parse_number.h"
#include "base/split.h"
#include "report/cube_types.h"
#include "report/cubex_format.h"
#include "report/forest.h"
#include "report/report_limits.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

using model::LongWait;
using model::WaitStatistics;

// The Cube GUI skips the first line; people read it.
constexpr const char* kHeading =
    "PatternName Count Mean Median Minimum Maximum Sum Variance Quartil25 Quartil75\n";

bool is_time(double value) { return std::isfinite(value) && value >= 0.0; }

bool has_possible_times(const LongWait& wait) {
  const double times[] = {wait.enter_s, wait.exit_s, wait.awaited.enter_s, wait.awaited.exit_s};
  return is_time(wait.wait_s) && std::all_of(std::begin(times), std::end(times),
                                             [](double time) { return std::isfinite(time); });
}

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
  Words words = base::split(line, ' ');
  std::erase(words, std::string_view());
  return words;
}

Error damaged_statistics(std::string_view line) {
  constexpr std::size_t kShown = 60;
  return Error{
      ErrorCode::BadInput,
      "damaged statistics of waits: '" + one_line(std::string(line.substr(0, kShown))) + "'", "",
      ""};
}

bool take_numbers(std::span<const std::string_view> words, std::span<double* const> into) {
  if (words.size() < into.size()) return false;
  for (std::size_t i = 0; i < into.size(); ++i)
    if (!base::parse_number(words[i], *into[i])) return false;
  return true;
}

// "mpi_latesender 7 0.5 ...": variance from two waits on, quartiles from five on.
base::Result<WaitStatistics> statistics_in(std::string_view line) {
  const Words words = words_of(line);
  WaitStatistics read;
  if (words.size() < 2 || !base::parse_number(words[1], read.count) || read.count == 0)
    return damaged_statistics(line);
  read.metric = words[0];
  std::vector<double*> into = {&read.mean_s, &read.median_s, &read.least_s, &read.most_s,
                               &read.total_s};
  if (read.count >= 2) into.push_back(&read.variance_s2);
  if (read.count >= model::kWithQuartiles)
    into.insert(into.end(), {&read.lower_quartile_s, &read.upper_quartile_s});
  if (!take_numbers(std::span(words).subspan(2), into)) return damaged_statistics(line);
  // Scalasca computes it as a difference.
  if (std::isfinite(read.variance_s2)) read.variance_s2 = std::max(read.variance_s2, 0.0);
  if (!is_possible(read)) return damaged_statistics(line);
  return read;
}

// "- cnode 5 enter: 1 exit: 2 duration: 0.5 rank: 3", which older files end before the rank. The
// Cube GUI goes by the order of the words.
struct WaitLine {
  std::uint32_t callpath = 0;
  LongWait wait;
};

base::Result<WaitLine> wait_in(std::string_view line) {
  const Words words = words_of(line);
  WaitLine read;
  std::uint32_t rank = 0;
  if (words.size() < 9 || !base::parse_number(words[2], read.callpath) ||
      !base::parse_number(words[4], read.wait.enter_s) ||
      !base::parse_number(words[6], read.wait.exit_s) ||
      !base::parse_number(words[8], read.wait.wait_s))
    return damaged_statistics(line);
  if (!has_possible_times(read.wait)) return damaged_statistics(line);
  if (words.size() > 10 && base::parse_number(words[10], rank)) read.wait.rank = model::Rank{rank};
  return read;
}

}  // namespace

std::string wait_statistics_text(const SeverityCube& cube) {
  std::vector<std::size_t> number_of(cube.callpaths.size());  // depth first
  std::size_t next = 0;
  for (const Visit& visit : depth_first(cube.callpaths)) number_of[visit.node] = next++;
  std::string out = kHeading;
  for (const WaitStatistics& each : cube.wait_statistics) {
    out += fmt::format("{} {} {} {} {} {} {}", each.metric, each.count, each.mean_s, each.median_s,
                       each.least_s, each.most_s, each.total_s);
    if (each.count >= 2) out += fmt::format(" {}", each.variance_s2);
    if (each.count >= model::kWithQuartiles)
      out += fmt::format(" {} {}", each.lower_quartile_s, each.upper_quartile_s);
    out += '\n';
    for (const LongWait& wait : each.longest) {
      out += fmt::format("- cnode {} enter: {} exit: {} duration: {}",
                         number_of[wait.callpath.index()], wait.enter_s, wait.exit_s, wait.wait_s);
      if (wait.rank.valid()) out += fmt::format(" rank: {}", wait.rank.value);
      out += '\n';
    }
    out += '\n';
  }
  return out;
}

base::Status read_wait_statistics(std::string_view text, const CallPathNumbers& callpaths,
                                  SeverityCube& cube) {
  std::vector<WaitStatistics> all;
  std::vector<std::string_view> lines = base::split(text, '\n');
  if (!lines.front().starts_with("PatternName")) return damaged_statistics(lines.front());
  for (const std::string_view line : std::span(lines).subspan(1)) {
    if (line.find_first_not_of(" \r") == std::string_view::npos) continue;
    if (!line.starts_with('-')) {
      TRY_ASSIGN(WaitStatistics read, statistics_in(line));
      if (all.size() == kMostMetrics) return damaged_statistics(line);
      all.push_back(std::move(read));
      continue;
    }
    TRY_ASSIGN(const WaitLine read, wait_in(line));
    if (all.empty()) return damaged_statistics(line);
    const auto callpath = callpaths.find(read.callpath);
    if (callpath == callpaths.end()) continue;
    all.back().longest.push_back(read.wait);
    all.back().longest.back().callpath = callpath->second;
  }
  std::erase_if(all, [&](const WaitStatistics& each) { return !cube.find(each.metric).valid(); });
  cube.wait_statistics = std::move(all);
  return kOk;
}

std::string statistics_beside(const std::string& path) {
  constexpr std::string_view kReport = ".cubex";
  return (path.ends_with(kReport) ? path.substr(0, path.size() - kReport.size()) : path) +
         kStatisticsEnding;
}

bool is_possible(const model::WaitFigures& figures) {
  const double times[] = {figures.total_s,          figures.mean_s,          figures.least_s,
                          figures.most_s,           figures.median_s,        figures.variance_s2,
                          figures.lower_quartile_s, figures.upper_quartile_s};
  return std::all_of(std::begin(times), std::end(times), is_time) &&
         std::all_of(figures.longest.begin(), figures.longest.end(), has_possible_times);
}

bool is_possible(const WaitStatistics& statistics) {
  const auto& callpaths = statistics.by_callpath;
  const auto& communicators = statistics.by_communicator;
  const model::WaitFigures& all = statistics;
  return is_possible(all) &&
         std::all_of(communicators.begin(), communicators.end(),
                     [](const model::CommunicatorWaits& each) { return is_time(each.wait_s); }) &&
         std::all_of(callpaths.begin(), callpaths.end(),
                     [](const model::WaitFigures& each) { return is_possible(each); });
}

}  // namespace tarry::report
