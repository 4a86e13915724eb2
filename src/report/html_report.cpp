// SPDX-License-Identifier: BSD-3-Clause
#include "report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/cube_types.h"
#include "report/delay_causes.h"
#include "report/findings.h"
#include "report/forest.h"
#include "report/html_page.h"
#include "report/lost_cores.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/text_report.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kRows = 100;  // rows of a table without --top
// Call paths; if there are more, small ones are left out.
constexpr std::size_t kLargestTree = 3000;
constexpr std::uint32_t kAllOpen = 1000;  // levels of a tree that are unfolded at first
constexpr std::uint32_t kCallsOpen = 4;

class Page {
 public:
  Page(const SeverityCube& cube, const Selection& selection)
      : cube_(cube), selection_(selection), time_(total_time(cube)) {}
  std::string make();

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }
  // Writes a foldable tree of the kept nodes; line(node) is the content of one.
  template <class Node>
  void tree(const std::vector<Node>& nodes, const std::vector<bool>& kept, std::uint32_t open,
            const std::string& head, const std::function<std::string(std::uint32_t)>& line);
  void tree_buttons() {
    out_ +=
        "<p><button data-open=\"1\">unfold all</button> "
        "<button data-open=\"0\">fold all</button></p>\n";
  }
  void metrics();
  void waits();
  void rows_table(const std::string& head, MetricId metric, By by);
  void callpaths();
  void locations();
  void findings();
  void warnings();
  std::string bar(double part, double whole, bool wait) const;

  const SeverityCube& cube_;
  const Selection& selection_;
  double time_;
  std::string out_;
};

std::string cell(double value, const std::string& shown) {
  return fmt::format("<td class=\"num\" data-v=\"{}\">{}</td>", value, escape_markup(shown));
}

// Returns the line above a tree: a name, a bar, numbers.
std::string heads(const char* name, std::initializer_list<const char*> numbers) {
  std::string line = fmt::format("<span class=\"name\">{}</span><span class=\"bar\"></span>", name);
  for (const char* const number : numbers)
    line += fmt::format("<span class=\"num\">{}</span>", number);
  return line;
}

std::string Page::bar(double part, double whole, bool wait) const {
  const double width = whole > 0.0 ? std::clamp(100.0 * part / whole, 0.0, 100.0) : 0.0;
  return fmt::format("<span class=\"bar\"><i{} style=\"width:{:.1f}%\"></i></span>",
                     wait ? " class=\"wait\"" : "", std::isfinite(width) ? width : 0.0);
}

template <class Node>
void Page::tree(const std::vector<Node>& nodes, const std::vector<bool>& kept, std::uint32_t open,
                const std::string& head, const std::function<std::string(std::uint32_t)>& line) {
  // Only kept nodes are taken, with renumbered parents (the parent of a kept node is kept).
  std::vector<Node> few;
  std::vector<std::uint32_t> original;
  std::vector<std::uint32_t> position(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!kept[i]) continue;
    position[i] = static_cast<std::uint32_t>(few.size());
    few.push_back(nodes[i]);
    original.push_back(i);
    if (few.back().parent.valid()) few.back().parent.value = position[nodes[i].parent.index()];
  }
  put("<div class=\"tree\">\n<div class=\"leaf head\"><span class=\"row\">{}</span></div>\n", head);
  for (const Visit& visit : depth_first(few)) {
    const std::string content = line(original[visit.node]);
    if (visit.closes > 0)
      put("<div class=\"leaf\"><span class=\"row\">{}</span></div>\n", content);
    else
      put("<details class=\"node\"{}><summary><span class=\"row\">{}</span></summary>\n",
          visit.depth < open ? " open" : "", content);
    for (std::size_t i = 1; i < visit.closes; ++i) out_ += "</details>\n";
  }
  out_ += "</div>\n";
}

void Page::metrics() {
  std::vector<double> totals;
  std::vector<bool> kept(cube_.metrics.size());
  std::size_t zeros = 0;
  for (std::uint32_t i = 0; i < cube_.metrics.size(); ++i) {
    totals.push_back(cube_.total(MetricId{i}));
    if (totals.back() == 0.0) {
      ++zeros;
      continue;
    }
    for (MetricId m{i}; m.valid() && !kept[m.index()]; m = cube_.metrics[m.index()].parent)
      kept[m.index()] = true;
  }
  std::vector<bool> is_wait(cube_.metrics.size());
  for (const WaitState& state : all_waiting(cube_)) is_wait[state.metric.index()] = true;
  put("<section><h2>Metrics</h2>\n<p class=\"dim\">Totals over all call paths and locations, each "
      "with the metrics below it. Waiting and idle threads are orange. {} with nothing in {} left "
      "out.</p>\n",
      counted(zeros, "metric"), zeros == 1 ? "it is" : "them are");
  tree_buttons();
  tree(cube_.metrics, kept, kAllOpen, heads("Metric", {"of time", "total"}), [&](std::uint32_t i) {
    const CubeMetric& metric = cube_.metrics[i];
    const bool seconds = metric.unit == model::Unit::Seconds;
    return fmt::format(
        "<span class=\"name\" title=\"{}\">{} <code>{}</code></span>{}<span class=\"num\">{}</span>"
        "<span class=\"num\">{}</span>",
        escape_markup(metric.description), escape_markup(metric.name), escape_markup(metric.id),
        seconds ? bar(totals[i], time_, is_wait[i]) : "",
        seconds ? escape_markup(percent(totals[i], time_)) : "", quantity(totals[i], metric.unit));
  });
  out_ += "</section>\n";
}

void Page::rows_table(const std::string& head, MetricId metric, By by) {
  const model::Unit unit = cube_.metrics[metric.index()].unit;
  const double total = cube_.total(metric);
  const std::vector<TableRow> rows = table(cube_, metric, by, false);
  const std::size_t count = std::min(rows.size(), selection_.top == 0 ? kRows : selection_.top);
  const bool placed = by == By::CallPath;
  put("<table class=\"sort\"><thead><tr><th>{}</th>{}<th class=\"num\">waiting</th>"
      "<th class=\"num\">part</th></tr></thead><tbody>\n",
      head, placed ? "<th>source</th>" : "");
  for (std::size_t i = 0; i < count; ++i) {
    const TableRow& row = rows[i];
    const std::string name = by == By::Rank
                                 ? fmt::format("<td data-v=\"{}\">{}</td>", row.index, row.label)
                                 : "<td>" + escape_markup(row.label) + "</td>";
    put("<tr>{}{}{}{}</tr>\n", name, placed ? "<td>" + escape_markup(row.place) + "</td>" : "",
        cell(row.value, quantity(row.value, unit)),
        cell(total == 0.0 ? 0.0 : row.value / total, percent(row.value, total)));
  }
  out_ += "</tbody></table>\n";
  if (rows.size() > count)
    put("<p class=\"dim\">{} with smaller values left out.</p>\n",
        counted(rows.size() - count, "row"));
}

void Page::waits() {
  std::vector<MetricId> shown = selection_.metrics;
  if (shown.empty())
    for (const WaitState& state : sections(cube_)) shown.push_back(state.metric);
  const bool has_waits = !cube_.experiment.attributes.contains(kSectionsKey);
  put("<h2>{}</h2>\n", !selection_.metrics.empty() ? "Chosen metrics"
                       : has_waits                 ? "Wait states"
                                                   : "Losses");
  if (shown.empty()) out_ += "<p>None.</p>\n";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const CubeMetric& metric = cube_.metrics[shown[i].index()];
    const double total = cube_.total(shown[i]);
    const Sufferers who = sufferers(cube_, shown[i]);
    put("<section class=\"card\"><details{}><summary><h3 style=\"display:inline-block\">{}: {}{}"
        "</h3></summary>\n",
        i < 3 ? " open" : "", escape_markup(metric.name), quantity(total, metric.unit),
        metric.unit == model::Unit::Seconds
            ? escape_markup(", " + percent(total, time_) + " of the time")
            : "");
    put("<p>{}.</p>\n<p>Per rank: least {}, median {}, most {}.</p>\n",
        escape_markup(metric.description), quantity(who.min, metric.unit),
        quantity(who.median, metric.unit), quantity(who.max, metric.unit));
    rows_table("Call path", shown[i], By::CallPath);
    rows_table("Rank", shown[i], By::Rank);
    out_ += "</details></section>\n";
  }
}

void Page::callpaths() {
  const MetricId time = cube_.find(model::metric::time);
  if (!time.valid() || cube_.callpaths.empty()) return;
  const std::vector<double> own = sums_by_callpath(cube_, time, false);
  const std::vector<double> all = sums_by_callpath(cube_, time, true);
  std::vector<double> waiting(own.size());
  for (const WaitState& state : all_waiting(cube_)) {
    const std::vector<double> sums = sums_by_callpath(cube_, state.metric, true);
    for (std::size_t i = 0; i < sums.size(); ++i) waiting[i] += sums[i];
  }
  std::vector<double> sorted = all;
  double least = -1.0;  // negative to keep everything
  if (sorted.size() > kLargestTree) {
    std::nth_element(sorted.begin(), sorted.begin() + kLargestTree, sorted.end(), std::greater<>());
    least = sorted[kLargestTree];
  }
  std::vector<bool> kept(all.size());
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CallPathId parent = cube_.callpaths[i].parent;
    kept[i] = all[i] > least && (!parent.valid() || kept[parent.index()]);
    left_out += kept[i] ? 0 : 1;
  }
  out_ +=
      "<section><h2>Call tree</h2>\n<p class=\"dim\">A row shows the time of a call path including "
      "called functions, how much of it is waiting, and the time of the call path alone.</p>\n";
  tree_buttons();
  tree(cube_.callpaths, kept, kCallsOpen,
       heads("Call path", {"of time", "time", "waiting", "alone"}), [&](std::uint32_t i) {
         const model::CubeCallPath& path = cube_.callpaths[i];
         const std::string place =
             path.file.empty() || path.line == 0 || path.has_twin
                 ? ""
                 : fmt::format(" <code title=\"{}\">{}:{}</code>", escape_markup(path.file),
                               escape_markup(file_name(path.file)), path.line);
         return fmt::format(
             "<span class=\"name\">{}{}</span>{}<span class=\"num\">{}</span><span class=\"num\">{}"
             "</span><span class=\"num\">{}</span><span class=\"num\">{}</span>",
             escape_markup(path.shown_name()), place, bar(all[i], time_, false),
             escape_markup(percent(all[i], time_)), quantity(all[i], model::Unit::Seconds),
             quantity(waiting[i], model::Unit::Seconds), quantity(own[i], model::Unit::Seconds));
       });
  if (left_out != 0)
    put("<p class=\"dim\">{} with little time left out.</p>\n", counted(left_out, "call path"));
  out_ += "</section>\n";
}

void Page::locations() {
  const MetricId time = cube_.find(model::metric::time);
  if (!time.valid()) return;
  const std::vector<double> times = sums_by_location(cube_, time);
  std::vector<double> waits(times.size());
  for (const WaitState& state : all_waiting(cube_)) {
    const std::vector<double> sums = sums_by_location(cube_, state.metric);
    for (std::size_t i = 0; i < sums.size(); ++i) waits[i] += sums[i];
  }
  std::vector<std::uint32_t> order(times.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  constexpr std::size_t kLocations = 1000;
  const std::size_t count = std::min(order.size(), kLocations);
  if (order.size() > count)  // keeps the ranks that wait longest
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return waits[a] > waits[b]; });
  put("<h2>Locations</h2>\n");
  if (order.size() > count)
    put("<p class=\"dim\">The table shows the {} of {} locations that wait longest.</p>\n", count,
        order.size());
  out_ +=
      "<table class=\"sort\"><thead><tr><th class=\"num\">rank</th><th class=\"num\">thread"
      "</th><th>host</th><th class=\"num\">time</th><th class=\"num\">waiting</th>"
      "<th class=\"num\">part</th></tr></thead><tbody>\n";
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = order[k];
    const CubeLocation& location = cube_.locations[i];
    put("<tr>{}{}<td>{}</td>{}{}{}</tr>\n",
        cell(location.rank.value, std::to_string(location.rank.value)),
        cell(location.thread, std::to_string(location.thread)), escape_markup(location.host),
        cell(times[i], quantity(times[i], model::Unit::Seconds)),
        cell(waits[i], quantity(waits[i], model::Unit::Seconds)),
        cell(times[i] == 0.0 ? 0.0 : waits[i] / times[i], percent(waits[i], times[i])));
  }
  out_ += "</tbody></table>\n";
}

void Page::warnings() {
  if (cube_.experiment.warnings.empty()) return;
  out_ += "<section class=\"card\"><h2>Warnings</h2>\n<ul>\n";
  for (const std::string& warning : cube_.experiment.warnings)
    put("<li>{}</li>\n", escape_markup(warning));
  out_ += "</ul></section>\n";
}

void Page::findings() {
  if (const auto lost = lost_cores(cube_))
    put("<p class=\"lead\">{}</p>\n", escape_markup(lost_cores_text(*lost)));
  if (cube_.findings.empty()) return;
  out_ += "<section class=\"card\"><h2>Causes of waiting, by potential gain</h2>\n<ol>\n";
  for (const model::Finding& finding : cube_.findings)
    put("<li>{}</li>\n", escape_markup(finding_text(cube_, finding)));
  out_ += "</ol></section>\n";
}

std::string Page::make() {
  const std::string title = program_names(cube_);
  out_ = page_begin(title);
  put("<h1>{}</h1>\n<p class=\"dim\">{}</p>\n<p class=\"lead\">{}</p>\n", escape_markup(title),
      escape_markup(headline(cube_)),
      escape_markup(cause_summary(cube_) + " " + waiting_summary(cube_)));
  findings();
  warnings();
  metrics();
  waits();
  callpaths();
  locations();
  out_ += page_end();
  return std::move(out_);
}

}  // namespace

std::string html_report(const SeverityCube& cube, const Selection& selection) {
  return Page(cube, selection).make();
}

}  // namespace tarry::report
