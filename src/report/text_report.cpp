// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "report/counter_ratios.h"
#include "report/cube_types.h"
#include "report/delay_causes.h"
#include "report/finding_lines.h"
#include "report/findings.h"
#include "report/forest.h"
#include "report/lost_cores.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/unexplained.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kFindings = 3;    // on the first screen
constexpr std::size_t kWaitStates = 5;  // number shown without --top
// Part of the time; smaller wait states appear in the tree only.
constexpr double kWorthASection = 0.001;
constexpr std::size_t kPlaces = 5;      // call paths and ranks for each wait state
constexpr std::size_t kTableRows = 20;  // rows of a --by table

class Writer {
 public:
  Writer(const SeverityCube& cube, const Selection& selection, const TextStyle& style)
      : cube_(cube), selection_(selection), style_(style), time_(total_time(cube)) {}

  std::string overview();
  std::string tables();

 private:
  std::string bold(const std::string& text) const {
    return style_.color ? "\x1b[1m" + text + "\x1b[0m" : text;
  }
  void metric_tree();
  void detail(MetricId metric);
  void where(MetricId metric);
  void who(MetricId metric);
  [[nodiscard]] bool is_of_second_model(const CubeMetric& metric) const;
  void causes();
  void findings();
  void finding_details(const model::Finding& finding);
  [[nodiscard]] std::string main_place(MetricId metric) const;
  void largest_wait_states();
  void first_screen();
  void wait_state_section();
  std::size_t section_count(const std::vector<WaitState>& states) const;
  void warnings();
  bool shown(std::uint32_t metric) const;
  // Returns whether the report is the difference of two.
  [[nodiscard]] bool is_difference() const {
    return cube_.experiment.attributes.contains(kWholeTimeKey);
  }
  // Returns the part that a value is of the metric's total or, in a difference, of the time.
  [[nodiscard]] std::string share(double value, double total, model::Unit unit) const {
    if (!is_difference()) return percent(value, total);
    return unit == model::Unit::Seconds ? percent(value, time_) : "";
  }
  std::size_t top(std::size_t usual) const { return selection_.top == 0 ? usual : selection_.top; }

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }

  const SeverityCube& cube_;
  const Selection& selection_;
  TextStyle style_;
  double time_;
  std::string out_;
};

// Returns true for metrics of the second cost model if the first is shown as well.
bool Writer::is_of_second_model(const CubeMetric& metric) const {
  return metric.id.ends_with("__waitfirst") && cube_.find(model::metric::delay).valid();
}

// Returns whether the metric or one above it is selected.
bool Writer::shown(std::uint32_t metric) const {
  if (selection_.metrics.empty()) return true;
  for (MetricId m{metric}; m.valid(); m = cube_.metrics[m.index()].parent)
    if (std::find(selection_.metrics.begin(), selection_.metrics.end(), m) !=
        selection_.metrics.end())
      return true;
  return false;
}

void Writer::metric_tree() {
  struct Line {
    std::string name;
    MetricId metric;
    double total;
  };
  std::vector<Line> lines;
  std::size_t width = 0, zeros = 0, second = 0;
  for (const Visit& visit : depth_first(cube_.metrics)) {
    if (!shown(visit.node)) continue;
    const double total = cube_.total(MetricId{visit.node});
    if (total == 0.0) {
      ++zeros;
      continue;
    }
    const CubeMetric& metric = cube_.metrics[visit.node];
    if (!selection_.by && selection_.metrics.empty() && is_of_second_model(metric)) {
      ++second;
      continue;
    }
    lines.push_back(
        {std::string(2 * visit.depth, ' ') + one_line(metric.name), MetricId{visit.node}, total});
    width = std::max(width, lines.back().name.size());
  }
  put("{}\n",
      bold(fmt::format("{:<{}}  {:>10}  {:>9}  {}", "Metric", width, "total", "of time", "id")));
  for (const Line& line : lines) {
    const CubeMetric& metric = cube_.metrics[line.metric.index()];
    const std::string share = metric.unit == model::Unit::Seconds ? percent(line.total, time_) : "";
    put("{:<{}}  {:>10}  {:>9}  {}\n", line.name, width, quantity(line.total, metric.unit), share,
        one_line(metric.id));
  }
  if (second != 0)
    put("(--by metric also shows {} of the second cost model)\n", counted(second, "metric"));
  if (zeros != 0)
    put("({} with nothing in {} not shown)\n", counted(zeros, "metric"),
        zeros == 1 ? "it is" : "them are");
}

void Writer::where(MetricId metric) {
  const model::Unit unit = cube_.metrics[metric.index()].unit;
  const double total = cube_.total(metric);
  const std::vector<TableRow> rows = table(cube_, metric, By::CallPath, selection_.inclusive);
  const std::size_t count = std::min(rows.size(), top(kPlaces));
  put("  where\n");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string place = rows[i].place.empty() ? "" : "  (" + rows[i].place + ")";
    put("    {:>10}  {:>7}  {}{}\n", quantity(rows[i].value, unit),
        share(rows[i].value, total, unit), one_line(rows[i].label), one_line(place));
  }
  if (rows.size() > count) put("    and {} more\n", counted(rows.size() - count, "call path"));
}

void Writer::who(MetricId metric) {
  const model::Unit unit = cube_.metrics[metric.index()].unit;
  const double total = cube_.total(metric);
  const Sufferers all = sufferers(cube_, metric);
  std::size_t affected = 0;
  for (const RankSum& sum : sums_by_rank(cube_, metric))
    if (sum.value != 0.0) ++affected;
  put("  who    {} of {}; per rank: min {}, median {}, max {}\n", affected,
      counted(all.all, "rank"), quantity(all.min, unit), quantity(all.median, unit),
      quantity(all.max, unit));
  const std::vector<TableRow> rows = table(cube_, metric, By::Rank, false);
  const std::size_t count = std::min(rows.size(), top(kPlaces));
  for (std::size_t i = 0; i < count; ++i)
    put("    {:>10}  {:>7}  {}\n", quantity(rows[i].value, unit), share(rows[i].value, total, unit),
        rows[i].label);
  if (rows.size() > count) put("    and {} more\n", counted(rows.size() - count, "rank"));
}

void Writer::detail(MetricId id) {
  const CubeMetric& metric = cube_.metrics[id.index()];
  const double total = cube_.total(id);
  const std::string share = metric.unit == model::Unit::Seconds
                                ? ", " + percent(total, time_) + " of the time"
                                : std::string();
  put("\n{}\n",
      bold(fmt::format("{}: {}{}", one_line(metric.name), quantity(total, metric.unit), share)));
  if (!metric.description.empty()) put("  {}\n", one_line(metric.description));
  if (total == 0.0) return;
  where(id);
  who(id);
}

// Returns how many wait states are worth a section, or the number that --top asks for.
std::size_t Writer::section_count(const std::vector<WaitState>& states) const {
  if (selection_.top != 0) return std::min(states.size(), selection_.top);
  std::size_t count = 0;
  while (count < std::min(states.size(), kWaitStates) &&
         std::abs(states[count].total) >= kWorthASection * time_)
    ++count;
  return count;
}

// Reports of other tools may have costs but no findings.
void Writer::causes() {
  const std::vector<DelayCause> causes = delay_causes(cube_);
  if (!cube_.findings.empty() || causes.empty() || is_difference()) return;
  if (!out_.ends_with("\n\n")) put("\n");
  put("{}\n", bold("Causes of waiting, by what they cost others"));
  for (const DelayCause& cause : causes)
    put("  {:>10}  {:>7}  {}\n", quantity(cause.cost, model::Unit::Seconds),
        percent(cause.cost, time_), one_line(place_of(cube_, cause)));
}

// The findings are the main result.
void Writer::findings() {
  if (is_difference()) {  // other conclusions are about one run
    if (cube_.experiment.attributes.contains(kHeadlineKey))
      put("{}\n\n", one_line(waiting_summary(cube_)));
    return;
  }
  if (const auto lost = lost_cores(cube_)) put("{}\n\n", lost_cores_text(*lost));
  const std::size_t count =
      style_.verbose ? cube_.findings.size() : std::min(cube_.findings.size(), kFindings);
  if (count != 0) put("{}\n", bold("Causes of waiting, by potential gain"));
  for (std::size_t f = 0; f < count; ++f) {
    const model::Finding& finding = cube_.findings[f];
    const std::vector<std::string> lines = finding_lines(cube_, finding);
    for (std::size_t i = 0; i < lines.size(); ++i)
      put("  {:<3}{}\n", i == 0 ? fmt::format("{}.", f + 1) : "", one_line(lines[i]));
    if (style_.verbose) finding_details(finding);
  }
  if (count < cube_.findings.size())
    put("  (-v shows {})\n", counted(cube_.findings.size() - count, "more cause"));
  if (count != 0) put("\n");
  put("{}\n", one_line(waiting_summary(cube_)));
  if (const std::string note = unexplained_note(cube_); !note.empty()) put("{}\n", one_line(note));
  put("\n");
}

void Writer::finding_details(const model::Finding& finding) {
  put("     call path: {}\n", one_line(shown_path(cube_, finding.callpath)));
  if (!finding.victims.empty())
    put("     waiting of others, {} in all: {}\n", quantity(finding.cost_s, model::Unit::Seconds),
        one_line(chain_text(cube_, finding)));
  put("     gain if only this is fixed: {}\n",
      quantity(finding.gain_alone_s, model::Unit::Seconds));
  for (const std::string& reason : finding.depends_on)
    put("     the gain depends on {}\n", one_line(reason));
}

void Writer::wait_state_section() {
  const std::vector<WaitState> states = sections(cube_);
  causes();
  const std::size_t count = section_count(states);
  for (std::size_t i = 0; i < count; ++i) detail(states[i].metric);
  const std::size_t rest = states.size() - count;
  if (rest != 0)
    put("\n({} {} in the tree above; --metric ID shows where)\n",
        counted(rest, "smaller wait state"), rest == 1 ? "is" : "are");
}

void Writer::warnings() {
  if (cube_.experiment.warnings.empty()) return;
  if (!out_.ends_with("\n\n")) put("\n");
  put("{}\n", bold("Warnings"));
  for (const std::string& warning : cube_.experiment.warnings) put("  {}\n", one_line(warning));
}

// Returns "main/solve/MPI_Recv on ranks 0-3", where most of a wait state lies.
std::string Writer::main_place(MetricId metric) const {
  const std::vector<TableRow> rows = table(cube_, metric, By::CallPath, false);
  if (rows.empty()) return "";
  if (rows.front().value < 0.0) return rows.front().label;
  const CallPathId callpath{rows.front().index};
  return rows.front().label + ' ' + on_ranks(sufferers(cube_, metric, callpath));
}

void Writer::largest_wait_states() {
  const std::vector<WaitState> states = sections(cube_);
  const std::size_t count = section_count(states);
  causes();
  if (!out_.ends_with("\n\n")) put("\n");
  if (states.empty()) metric_tree();
  const bool has_waits = !cube_.experiment.attributes.contains(kSectionsKey);
  if (count != 0) put("{}\n", bold(has_waits ? "Largest wait states" : "Largest losses"));
  for (std::size_t i = 0; i < count; ++i) {
    const CubeMetric& metric = cube_.metrics[states[i].metric.index()];
    put("  {:>10}  {:>7}  {}: {}\n", quantity(states[i].total, metric.unit),
        percent(states[i].total, time_), one_line(short_name(metric.name)),
        one_line(main_place(states[i].metric)));
  }
  if (count < states.size())
    put("  and {} of {}\n", counted(states.size() - count, "smaller one"),
        quantity(
            std::accumulate(states.begin() + static_cast<std::ptrdiff_t>(count), states.end(), 0.0,
                            [](double sum, const WaitState& state) { return sum + state.total; }),
            model::Unit::Seconds));
}

void Writer::first_screen() {
  put("{}\n\n", bold(headline(cube_)));
  findings();
  largest_wait_states();
  warnings();
  if (!out_.ends_with("\n\n")) put("\n");
  put("More: -v shows everything, --by metric all metrics, --by callpath and --by rank where and\n"
      "who, --metric ID one metric in detail.\n");
}

std::string Writer::overview() {
  if (selection_.metrics.empty() && !style_.verbose) {
    first_screen();
    return std::move(out_);
  }
  put("{}\n\n", bold(headline(cube_)));
  if (selection_.metrics.empty()) findings();
  metric_tree();
  if (selection_.metrics.empty())
    wait_state_section();
  else
    for (const MetricId metric : selection_.metrics) detail(metric);
  warnings();
  return std::move(out_);
}

const char* heading(By by) {
  switch (by) {
    case By::Metric:
      return "metric";
    case By::CallPath:
      return "call path";
    case By::Region:
      return "region";
    case By::Location:
      return "location";
    case By::Rank:
      return "rank";
  }
  return "";
}

std::string Writer::tables() {
  put("{}\n\n", bold(headline(cube_)));
  if (*selection_.by == By::Metric) {
    metric_tree();
    warnings();
    return std::move(out_);
  }
  std::vector<MetricId> metrics = selection_.metrics;
  if (metrics.empty() && cube_.find(model::metric::time).valid())
    metrics.push_back(cube_.find(model::metric::time));
  for (const MetricId id : metrics) {
    const CubeMetric& metric = cube_.metrics[id.index()];
    const double total = cube_.total(id);
    const std::vector<TableRow> rows = table(cube_, id, *selection_.by, selection_.inclusive);
    const std::size_t count = std::min(rows.size(), top(kTableRows));
    const bool along_calls = *selection_.by == By::CallPath || *selection_.by == By::Region;
    put("{}\n", bold(fmt::format("{} by {}{}", one_line(metric.name), heading(*selection_.by),
                                 !along_calls           ? ""
                                 : selection_.inclusive ? ", including called functions"
                                                        : ", without called functions")));
    const CounterRatios ratios(cube_, id, *selection_.by, selection_.inclusive);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string place = rows[i].place.empty() ? "" : "  (" + rows[i].place + ")";
      put("  {:>10}  {:>7}  {}{}{}\n", quantity(rows[i].value, metric.unit),
          share(rows[i].value, total, metric.unit), ratios.apply() ? ratios.text(rows[i]) : "",
          one_line(rows[i].label), one_line(place));
    }
    if (rows.size() > count) put("  and {} more\n", counted(rows.size() - count, "row"));
    put("  {:>10}  in all\n\n", quantity(total, metric.unit));
  }
  warnings();
  return std::move(out_);
}

}  // namespace

std::string headline(const SeverityCube& cube) {
  const model::CubeExperiment& experiment = cube.experiment;
  std::string text = one_line(program_names(cube));
  const auto operation = experiment.attributes.find(kOperationKey);
  if (operation != experiment.attributes.end()) return text + ": " + one_line(operation->second);
  text += ": " + counted(experiment.ranks, "rank");
  if (experiment.threads > 1) text += fmt::format(" x {} threads", experiment.threads);
  text += ", ran " + quantity(experiment.duration_s, model::Unit::Seconds);
  text += ", " + quantity(total_time(cube), model::Unit::Seconds) + " over all " +
          (experiment.threads > 1 ? "threads" : "ranks");
  return text;
}

std::string text_report(const SeverityCube& cube, const Selection& selection,
                        const TextStyle& style) {
  Writer writer(cube, selection, style);
  return selection.by ? writer.tables() : writer.overview();
}

}  // namespace tarry::report
