// SPDX-License-Identifier: BSD-3-Clause
// Writes the score for programs: JSON, and one CSV table of groups and regions.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "score/score_output.h"

namespace tarry::score {
namespace {

using nlohmann::ordered_json;

std::size_t shown(const Score& score, std::size_t top) {
  return top > 0 ? std::min(top, score.regions.size()) : score.regions.size();
}

// Estimates are not whole; half a byte more does not matter.
std::uint64_t whole(double bytes) { return static_cast<std::uint64_t>(bytes + 0.5); }

ordered_json json_size(const TraceSize& size) {
  return {{"trace_bytes", whole(size.trace_bytes)},
          {"largest_trace_bytes", whole(size.largest_trace_bytes)},
          {"log_bytes", whole(size.log_bytes)}};
}

void add_line(ordered_json& to, const ScoreLine& line) {
  to["visits"] = whole(line.visits);
  to["time_s"] = line.time_s;
  to["trace_bytes"] = whole(line.trace_bytes);
  to["largest_trace_bytes"] = whole(line.largest_trace_bytes);
  to["log_bytes"] = whole(line.log_bytes);
}

// Quotes text as RFC 4180 demands.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string csv_line(const std::string& kind, const std::string& group, const std::string& region,
                     const std::string& place, bool filtered, const ScoreLine& line) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", kind, group, region, place,
                     filtered ? "yes" : "no", whole(line.visits), line.time_s,
                     whole(line.trace_bytes), whole(line.largest_trace_bytes),
                     whole(line.log_bytes));
}

}  // namespace

std::string score_json(const Score& score, std::size_t top) {
  ordered_json out;
  out["schema"] = "tarry-score/1";
  out["program"] = score.program;
  out["processes"] = score.processes;
  out["locations"] = score.locations;
  out["estimate"] = json_size(score.whole);
  out["with_filter"] = score.with_filter ? json_size(*score.with_filter) : ordered_json();
  out["groups"] = ordered_json::array();
  for (const GroupScore& group : score.groups) {
    ordered_json made{{"group", group.name}};
    add_line(made, group);
    out["groups"].push_back(std::move(made));
  }
  out["regions"] = ordered_json::array();
  for (std::size_t r = 0; r < shown(score, top); ++r) {
    const RegionScore& region = score.regions[r];
    ordered_json made{{"region", region.name}, {"group", group_name(region.group)}};
    made["file"] = region.file.empty() ? ordered_json() : ordered_json(region.file);
    made["line"] = region.file.empty() ? ordered_json() : ordered_json(region.line);
    if (!region.call_site.empty()) made["callsite"] = region.call_site;
    made["filtered"] = region.is_filtered;
    add_line(made, region);
    out["regions"].push_back(std::move(made));
  }
  // Names may hold bytes that are not UTF-8.
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string score_csv(const Score& score, std::size_t top) {
  std::string out =
      "kind,group,region,place,filtered,visits,time_s,trace_bytes,largest_trace_bytes,log_bytes\n";
  for (const GroupScore& group : score.groups)
    out += csv_line("group", group.name, "", "", group.name == "FLT", group);
  for (std::size_t r = 0; r < shown(score, top); ++r) {
    const RegionScore& region = score.regions[r];
    const std::string place = region.file.empty()
                                  ? region.call_site
                                  : quoted(fmt::format("{}:{}", region.file, region.line));
    out += csv_line("region", std::string(group_name(region.group)), quoted(region.name), place,
                    region.is_filtered, region);
  }
  return out;
}

}  // namespace tarry::score
