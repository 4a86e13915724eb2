// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_details.h"

#include <algorithm>
#include <map>
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

// Returns text like "6 waits: min 1.0 ms, quartiles 2.0 ms, 3.0 ms, 4.0 ms, max 9.0 ms".
std::string figures_text(const model::WaitFigures& waits) {
  std::string text = base::counted(waits.count, "wait") + ": min " + seconds(waits.least_s);
  if (waits.count >= model::kWithQuartiles)
    text += fmt::format(", quartiles {}, {}, {}", seconds(waits.lower_quartile_s),
                        seconds(waits.median_s), seconds(waits.upper_quartile_s));
  else
    text += ", median " + seconds(waits.median_s);
  return text + ", max " + seconds(waits.most_s);
}

const model::WaitStatistics* statistics_of(const SeverityCube& cube, MetricId metric) {
  for (const model::WaitStatistics& each : cube.wait_statistics)
    if (each.metric == cube.metrics[metric.index()].id) return &each;
  return nullptr;
}

// Returns the figures of waits by call path, of wait states that have waits at several.
std::map<std::uint32_t, std::string> figures_by_callpath(const SeverityCube& cube,
                                                         MetricId metric) {
  std::map<std::uint32_t, std::string> texts;
  const model::WaitStatistics* waits = statistics_of(cube, metric);
  if (waits == nullptr || waits->by_callpath.size() < 2) return texts;
  for (const model::CallPathWaits& at : waits->by_callpath)
    texts.emplace(at.callpath.value, figures_text(at));
  return texts;
}

void put_where(TextPage& page, MetricId metric) {
  const SeverityCube& cube = page.cube();
  const model::Unit unit = cube.metrics[metric.index()].unit;
  const std::vector<TableRow> rows = table(cube, metric, By::CallPath, page.selection().inclusive);
  const std::size_t count = std::min(rows.size(), page.top(kPlaces));
  std::map<std::uint32_t, std::string> figures;
  if (!page.selection().inclusive) figures = figures_by_callpath(cube, metric);
  page.put("  where\n");
  for (std::size_t i = 0; i < count; ++i) {
    page.put("    {:>10}  {:>7}  {}\n", quantity(rows[i].value, unit),
             share_of(page, metric, rows[i].value),
             fitting_label(rows[i].label, rows[i].place, page.room(kBesideLabel, kLeastPlace),
                           page.style().unicode));
    if (const auto found = figures.find(rows[i].index); found != figures.end())
      page.put("    {:>10}  {:>7}  {}\n", "", "", found->second);
  }
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

// Returns text like "from 0.500000 s, MPI_Recv; for MPI_Send on rank 2".
std::string wait_text(const SeverityCube& cube, const model::LongWait& wait) {
  const auto name = [&](CallPathId callpath) {
    return one_line(cube.callpaths[callpath.index()].shown_name());
  };
  std::string text = fmt::format("from {:.6f} s, {}", wait.enter_s, name(wait.callpath));
  if (!wait.awaited.callpath.valid()) return text;
  text += "; for " + name(wait.awaited.callpath);
  if (wait.awaited.rank.valid()) text += fmt::format(" on rank {}", wait.awaited.rank.value);
  return text;
}

void put_longest(TextPage& page, const std::vector<model::LongWait>& longest) {
  for (const model::LongWait& wait : longest)
    page.put("    {:>10}  {:>7}  {}\n", seconds(wait.wait_s),
             wait.rank.valid() ? fmt::format("rank {}", wait.rank.value) : "",
             wait_text(page.cube(), wait));
}

void put_single_waits(TextPage& page, MetricId id) {
  const SeverityCube& cube = page.cube();
  const std::string& metric = cube.metrics[id.index()].id;
  const model::WaitStatistics* found = statistics_of(cube, id);
  if (found == nullptr) return;
  page.put_wrapped(figures_text(*found), "  each   ");
  if (const auto undecided = model::undecided_waits(cube.experiment, metric))
    page.put_wrapped(
        fmt::format("{} of {} in all, no longer than the error of the clocks: {}",
                    base::counted(undecided->count, "wait"), seconds(undecided->wait_s),
                    undecided->count == 1 ? "it may be none" : "they may be none"),
        "  unsure ");
  // At one call path there is room for more of its waits.
  put_longest(page,
              found->by_callpath.size() == 1 ? found->by_callpath.front().longest : found->longest);
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
  put_single_waits(page, id);
}

}  // namespace tarry::report
