// SPDX-License-Identifier: BSD-3-Clause
// Writes the score as text: first the size of the trace, then its sources by group and by region.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/bytes_text.h"
#include "report/quantity.h"
#include "report/query.h"
#include "score/score_output.h"

namespace tarry::score {
namespace {

using model::Unit;
using report::quantity;

constexpr std::size_t kRegionsShown = 20;

// Estimates have fractions of bytes.
std::string bytes_text(double bytes) { return base::bytes_text(std::round(bytes)); }

std::string size_line(const char* what, const TraceSize& size) {
  return fmt::format(
      "{}: {}; largest process {}, its event log {} (--max-trace must exceed this by a window per "
      "thread)\n",
      what, bytes_text(size.trace_bytes), bytes_text(size.largest_trace_bytes),
      bytes_text(size.log_bytes));
}

std::string table_line(const std::string& group, const ScoreLine& line, double whole_time,
                       const std::string& rest) {
  return fmt::format("{:<8} {:>9} {:>9} {:>8} {:>9} {:>10} {:>10} {:>10}  {}\n", group,
                     quantity(line.visits, Unit::Occurrences), quantity(line.time_s, Unit::Seconds),
                     report::percent(line.time_s, whole_time),
                     quantity(line.visits > 0 ? line.time_s / line.visits : 0, Unit::Seconds),
                     bytes_text(line.trace_bytes), bytes_text(line.largest_trace_bytes),
                     bytes_text(line.log_bytes), rest);
}

std::string place_of(const RegionScore& region) {
  if (!region.call_site.empty()) return "  " + region.call_site;
  if (region.file.empty() || region.line == 0) return "";
  return fmt::format("  {}:{}", report::file_name(region.file), region.line);
}

}  // namespace

std::string score_text(const Score& score, std::size_t top) {
  std::string out = fmt::format("{}: {}, {}\n", report::file_name(score.program),
                                report::counted(score.processes, "rank"),
                                report::counted(score.locations, "location"));
  out += size_line("estimated trace", score.whole);
  if (score.with_filter) out += size_line("with the filter", *score.with_filter);
  out +=
      fmt::format("\n{:<8} {:>9} {:>9} {:>8} {:>9} {:>10} {:>10} {:>10}  {}\n", "group", "visits",
                  "time", "time %", "per visit", "trace", "largest", "event log", "region");
  const double time = score.groups.empty() ? 0 : score.groups.front().time_s;
  for (const GroupScore& group : score.groups) out += table_line(group.name, group, time, "");
  out += '\n';
  const std::size_t shown = std::min(top > 0 ? top : kRegionsShown, score.regions.size());
  for (std::size_t r = 0; r < shown; ++r) {
    const RegionScore& region = score.regions[r];
    const std::string group =
        std::string(group_name(region.group)) + (region.is_filtered ? "-" : "");
    out += table_line(group, region, time, region.name + place_of(region));
  }
  if (shown < score.regions.size())
    out += fmt::format("and {} (--top shows more)\n",
                       report::counted(score.regions.size() - shown, "region"));
  if (std::any_of(score.regions.begin(), score.regions.begin() + shown,
                  [](const RegionScore& region) { return region.is_filtered; }))
    out += "\n-: the filter leaves out this region (FLT)\n";
  for (std::string::size_type at = 0; (at = out.find(" \n", at)) != std::string::npos;)
    out.erase(at > 0 ? at-- : at, 1);
  return out;
}

}  // namespace tarry::score
