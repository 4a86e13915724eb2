// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_details.h"

#include <algorithm>
#include <sstream>

#include "base/counted.h"
#include "model/undecided_waits.h"
#include "report/cube_types.h"
#include "report/distribution.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/text_table.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kPlaces = 5;        // call paths and ranks without --top
constexpr std::size_t kBesideLabel = 25;  // columns of a value and its percentage
constexpr std::size_t kLeastPlace = 20;

std::string share_of(const TextPage& page, MetricId metric, double value) {
  return share_text(page, metric, value, page.cube().total(metric));
}

void put_where(TextPage& page, MetricId metric) {
  const SeverityCube& cube = page.cube();
  const model::Unit unit = cube.metrics[metric.index()].unit;
  const std::vector<TableRow> rows = table(cube, metric, By::CallPath, page.selection().inclusive);
  const std::size_t count = std::min(rows.size(), page.top(kPlaces));
  page.put("  where\n");
  for (std::size_t i = 0; i < count; ++i)
    page.put("    {:>10}  {:>7}  {}\n", quantity(rows[i].value, unit),
             share_of(page, metric, rows[i].value),
             fitting_label(rows[i].label, rows[i].place, page.room(kBesideLabel, kLeastPlace),
                           page.style().unicode));
  if (rows.size() > count)
    page.put("    and {}\n", base::counted(rows.size() - count, "more call path"));
}

void put_who(TextPage& page, MetricId metric) {
  const SeverityCube& cube = page.cube();
  const model::Unit unit = cube.metrics[metric.index()].unit;
  const Sufferers all = sufferers(cube, metric);
  const std::vector<RankSum> sums = sums_by_rank(cube, metric);
  const auto affected =
      std::count_if(sums.begin(), sums.end(), [](const RankSum& sum) { return sum.value != 0.0; });
  page.put_wrapped(fmt::format("{} of {}; per rank: min {}, median {}, max {}", affected,
                               base::counted(all.all, "rank"), quantity(all.min, unit),
                               quantity(all.median, unit), quantity(all.max, unit)),
                   "  who    ");
  const DistributionColumn bars(cube, page.style(), page.style().width == 0 ? 34 : 26);
  if (bars.is_shown()) {
    std::vector<double> values(bars.members().count());
    bars.members().add(sums_by_location(cube, metric), values);
    page.put("    {}  {}\n", bars.heading().substr(0, bars.heading().find(' ')),
             page.bar(bars.bar(values)));
  }
  const std::vector<TableRow> rows = table(cube, metric, By::Rank, false);
  const std::size_t count = std::min(rows.size(), page.top(kPlaces));
  for (std::size_t i = 0; i < count; ++i)
    page.put("    {:>10}  {:>7}  {}\n", quantity(rows[i].value, unit),
             share_of(page, metric, rows[i].value), rows[i].label);
  if (rows.size() > count)
    page.put("    and {}\n", base::counted(rows.size() - count, "more rank"));
}

void put_single_waits(TextPage& page, const std::string& metric) {
  const SeverityCube& cube = page.cube();
  const auto found =
      std::find_if(cube.wait_statistics.begin(), cube.wait_statistics.end(),
                   [&](const model::WaitStatistics& each) { return each.metric == metric; });
  if (found == cube.wait_statistics.end()) return;
  std::string text = base::counted(found->count, "wait") + ": min " + seconds(found->least_s);
  if (found->count >= model::kWithQuartiles)
    text += fmt::format(", quartiles {}, {}, {}", seconds(found->lower_quartile_s),
                        seconds(found->median_s), seconds(found->upper_quartile_s));
  else
    text += ", median " + seconds(found->median_s);
  page.put_wrapped(text + ", max " + seconds(found->most_s), "  each   ");
  if (const auto undecided = model::undecided_waits(cube.experiment, metric))
    page.put_wrapped(
        fmt::format("{} of {} in all, no longer than the error of the clocks: {}",
                    base::counted(undecided->count, "wait"), seconds(undecided->wait_s),
                    undecided->count == 1 ? "it may be none" : "they may be none"),
        "  unsure ");
  for (const model::LongWait& wait : found->longest)
    page.put("    {:>10}  {:>7}  {}\n", seconds(wait.wait_s),
             wait.rank.valid() ? fmt::format("rank {}", wait.rank.value) : "",
             fmt::format("from {:.6f} s, {}", wait.enter_s,
                         one_line(cube.callpaths[wait.callpath.index()].shown_name())));
}

}  // namespace

void put_details(TextPage& page, MetricId id) {
  const CubeMetric& metric = page.cube().metrics[id.index()];
  const double total = page.cube().total(id);
  const bool has_share =
      metric.unit == model::Unit::Seconds && metric.sum == CubeMetric::Sum::Total;
  const std::string share =
      has_share ? ", " + percent(total, page.time()) + " of the time" : std::string();
  page.put("\n");
  page.put_heading(
      fmt::format("{}: {}{}", one_line(metric.name), quantity(total, metric.unit), share));
  std::istringstream lines(metric.description);
  for (std::string line; std::getline(lines, line);) page.put_wrapped(one_line(line), "  ");
  if (total == 0.0) return;
  put_where(page, id);
  put_who(page, id);
  put_single_waits(page, metric.id);
}

}  // namespace tarry::report
