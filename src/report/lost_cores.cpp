// SPDX-License-Identifier: BSD-3-Clause
#include "report/lost_cores.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "model/lost_cores.h"
#include "report/cube_types.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::report {
namespace {

constexpr double kNotableLoss = 0.05;  // as a part of the computation
constexpr double kLostInCalls = 0.1;   // as a part of the time
constexpr double kInvolved = 0.05;     // Part of the largest loss; ranks with less are not named.

template <class Number>
Number attribute(const SeverityCube& cube, const char* key) {
  Number number{};
  const auto found = cube.experiment.attributes.find(key);
  if (found != cube.experiment.attributes.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

double total(const SeverityCube& cube, MetricId known) {
  const MetricId id = cube.find(known);
  return id.valid() ? cube.total(id) : 0.0;
}

}  // namespace

std::optional<LostCoresFinding> lost_cores(const SeverityCube& cube) {
  const MetricId computing = cube.find(model::metric::lost_cores_comp);
  if (!computing.valid()) return std::nullopt;
  LostCoresFinding out;
  out.lost_s = cube.total(computing);
  const double computation = total(cube, model::metric::comp);
  out.share = computation > 0.0 ? out.lost_s / computation : 0.0;
  out.all_s = std::max(total(cube, model::metric::lost_cores), out.lost_s);
  const double time = total_time(cube);
  out.share_of_time = time > 0.0 ? out.all_s / time : 0.0;
  out.is_mostly_in_calls =
      out.all_s > 0.0 && out.share_of_time >= kLostInCalls && out.lost_s <= out.all_s / 2;
  const bool is_notable = out.lost_s > 0.0 && out.lost_s >= kNotableLoss * computation;
  if (!is_notable && !out.is_mostly_in_calls) return std::nullopt;
  const MetricId by_second_model = waits_first(model::metric::delay_lost_cores);
  const bool is_second = cube.find(by_second_model).valid();
  out.model = is_second ? "waitfirst" : "proportional";
  out.cost_s = total(cube, is_second ? by_second_model : model::metric::delay_lost_cores);
  out.path_s = attribute<double>(cube, model::kLostOnCriticalPath);
  out.cores = attribute<std::size_t>(cube, model::kCoresOfRun);
  out.threads = cube.locations.size();
  const MetricId metric = out.is_mostly_in_calls ? cube.find(model::metric::lost_cores) : computing;
  double most = 0.0;
  for (const CallPathId callpath : cube.callpaths_with_values(metric))
    if (const double here = cube.total(metric, callpath); here > most) {
      most = here;
      out.callpath = callpath;
    }
  const std::vector<RankSum> sums = sums_by_rank(cube, metric);
  double largest = 0.0;
  for (const RankSum& sum : sums) largest = std::max(largest, sum.value);
  for (const RankSum& sum : sums)
    if (sum.value > 0.0 && sum.value >= kInvolved * largest) out.ranks.push_back(sum.rank);
  return out;
}

std::string lost_cores_text(const LostCoresFinding& finding) {
  const auto seconds = [](double value) { return quantity(value, model::Unit::Seconds); };
  std::string text =
      finding.cores == 0 ? fmt::format("{} had to share cores", counted(finding.threads, "thread"))
      : finding.cores < finding.threads
          ? fmt::format("{} ran on {}", counted(finding.threads, "thread"),
                        counted(finding.cores, "core"))
          : fmt::format("Other programs took the cores of {}", counted(finding.threads, "thread"));
  const std::string on_path =
      finding.path_s > 0.0 ? fmt::format(", {} of it on the critical path", seconds(finding.path_s))
                           : "";
  if (!finding.is_mostly_in_calls)
    return text +
           fmt::format(": {} of computation ({}) had no core{}. The findings below cover the rest.",
                       seconds(finding.lost_s), percent(finding.share, 1.0), on_path);
  text += fmt::format(
      ": for {} of the time ({} over all threads) a thread was ready to run and had no core.",
      percent(finding.share_of_time, 1.0), seconds(finding.all_s));
  if (finding.lost_s > 0.0)
    text += fmt::format(
        " {} of that is computation ({} of all computation){}; the rest lies mostly in calls that "
        "wait.",
        seconds(finding.lost_s), percent(finding.share, 1.0), on_path);
  return text +
         " With a core for each thread, other waits would remain; the findings below cover them.";
}

}  // namespace tarry::report
