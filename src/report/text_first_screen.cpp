// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_first_screen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/counted.h"
#include "base/utf8.h"
#include "report/cube_types.h"
#include "report/delay_causes.h"
#include "report/distribution.h"
#include "report/finding_lines.h"
#include "report/findings.h"
#include "report/machine_notes.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/text_metrics.h"
#include "report/text_report.h"
#include "report/time_parts.h"
#include "report/unexplained.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kFindings = 3;    // on the first screen
constexpr std::size_t kWaitStates = 5;  // without --top
constexpr std::size_t kWarnings = 4;    // on the first screen
// Part of the time; smaller wait states appear in the tree only.
constexpr double kWorthASection = 0.001;

void put_finding_details(TextPage& page, const model::Finding& finding) {
  const SeverityCube& cube = page.cube();
  constexpr const char* kIndent = "     ";
  page.put_wrapped("call path: " + one_line(shown_path(cube, finding.callpath)), kIndent);
  if (!finding.victims.empty())
    page.put_wrapped(fmt::format("waiting of others, {} in all: {}",
                                 quantity(finding.cost_s, model::Unit::Seconds),
                                 one_line(chain_text(cube, finding))),
                     kIndent);
  page.put_wrapped(
      "gain if only this is fixed: " + quantity(finding.gain_alone_s, model::Unit::Seconds),
      kIndent);
  for (const std::string& reason : finding.depends_on)
    page.put_wrapped("the gain depends on " + one_line(reason), kIndent);
}

// Returns "main/solve/MPI_Recv on ranks 0-3", where most of a wait state lies.
std::string main_place(const SeverityCube& cube, MetricId metric) {
  const std::vector<TableRow> rows = table(cube, metric, By::CallPath, false);
  if (rows.empty()) return "";
  if (rows.front().value < 0.0) return rows.front().label;
  const CallPathId callpath{rows.front().index};
  return rows.front().label + ' ' + on_ranks(sufferers(cube, metric, callpath));
}

std::size_t room_for_short_bars(std::size_t width) {
  constexpr std::size_t kWide = 18, kNarrow = 10, kWideLine = 76, kNarrowLine = 56;
  if (width == 0 || width >= kWideLine) return kWide;
  return width >= kNarrowLine ? kNarrow : 0;
}

// Puts "     1.375 s   13.8 %  ▅█▁  Late Sender: main/solve/MPI_Recv on ranks 1-2", with the place
// on a line of its own if it does not fit.
void put_wait_state(TextPage& page, const WaitState& state, const DistributionColumn& bars) {
  const SeverityCube& cube = page.cube();
  const CubeMetric& metric = cube.metrics[state.metric.index()];
  const std::string share = fmt::format("{:>7}", percent(state.total, page.time()));
  const double part = page.time() > 0.0 ? state.total / page.time() : 0.0;
  std::string numbers =
      fmt::format("  {:>10}  {}", quantity(state.total, metric.unit), page.alarming(share, part));
  std::size_t used = 23;
  if (bars.is_shown()) {
    std::vector<double> values(bars.members().count());
    bars.members().add(sums_by_location(cube, state.metric), values);
    numbers += "  " + page.bar(bars.bar(values));
    used += bars.width() + 2;
  }
  const std::string name = one_line(short_name(metric.name));
  const std::string place = one_line(main_place(cube, state.metric));
  const std::size_t needs = used + base::columns_of(name) + 2 + base::columns_of(place);
  if (page.style().width == 0 || needs <= page.style().width) {
    page.put("{}  {}: {}\n", numbers, name, place);
    return;
  }
  page.put("{}  {}\n", numbers, elided_path(name, page.room(used, 20), page.style().unicode));
  page.put_wrapped(place, "              ");
}

std::string list_heading(const TextPage& page, const DistributionColumn& bars) {
  const model::CubeExperiment& experiment = page.cube().experiment;
  const bool has_waits = !experiment.attributes.contains(kSectionsKey);
  std::string text = fmt::format("{}: sum over all {}, part of the time",
                                 has_waits ? "Largest wait states" : "Largest losses",
                                 experiment.threads > 1 ? "threads" : "ranks");
  if (bars.is_shown()) text += fmt::format(", bar by {}", bars.members().noun());
  return text;
}

void put_largest_wait_states(TextPage& page) {
  const SeverityCube& cube = page.cube();
  const std::vector<WaitState> states = sections(cube);
  const std::size_t count = worth_showing(page, states);
  put_costs(page);
  page.separate();
  if (states.empty()) put_metric_tree(page);
  const DistributionColumn bars(cube, page.style(), room_for_short_bars(page.style().width));
  if (count != 0) page.put_heading(list_heading(page, bars));
  for (std::size_t i = 0; i < count; ++i) put_wait_state(page, states[i], bars);
  if (count == states.size()) return;
  const double rest =
      std::accumulate(states.begin() + static_cast<std::ptrdiff_t>(count), states.end(), 0.0,
                      [](double sum, const WaitState& state) { return sum + state.total; });
  page.put("  and {} of {}\n", base::counted(states.size() - count, "smaller one", "smaller ones"),
           quantity(rest, model::Unit::Seconds));
}

}  // namespace

std::size_t worth_showing(const TextPage& page, const std::vector<WaitState>& states) {
  if (page.selection().top != 0) return std::min(states.size(), page.selection().top);
  std::size_t count = 0;
  while (count < std::min(states.size(), kWaitStates) &&
         std::abs(states[count].total) >= kWorthASection * page.time())
    ++count;
  return count;
}

void put_headline(TextPage& page) {
  page.put_heading(headline(page.cube()));
  page.put("\n");
}

void put_costs(TextPage& page) {
  const SeverityCube& cube = page.cube();
  const std::vector<DelayCause> causes = causes_without_findings(cube);
  if (causes.empty()) return;
  page.separate();
  page.put_heading("Causes of waiting, by what they cost others");
  for (const DelayCause& cause : causes)
    page.put_wrapped(one_line(place_of(cube, cause)),
                     fmt::format("  {:>10}  {:>7}  ", quantity(cause.cost, model::Unit::Seconds),
                                 percent(cause.cost, page.time())));
}

// The findings are the main result.
void put_findings(TextPage& page) {
  const SeverityCube& cube = page.cube();
  if (page.is_difference()) {  // other conclusions are about one run
    if (!cube.experiment.attributes.contains(kHeadlineKey)) return;
    page.put_wrapped(one_line(waiting_summary(cube)));
    page.put("\n");
    return;
  }
  const auto put_paragraph = [&](const std::string& text) {
    page.put_wrapped(one_line(text));
    page.put("\n");
  };
  for (const std::string& note : machine_notes(cube)) put_paragraph(note);
  if (const std::string text = time_parts_text(cube); !text.empty()) put_paragraph(text);
  const std::size_t count =
      page.style().verbose ? cube.findings.size() : std::min(cube.findings.size(), kFindings);
  if (count != 0) page.put_heading("Causes of waiting, by potential gain");
  for (std::size_t f = 0; f < count; ++f) {
    const std::vector<std::string> lines = finding_lines(cube, cube.findings[f]);
    for (std::size_t i = 0; i < lines.size(); ++i)
      page.put_wrapped(one_line(lines[i]),
                       fmt::format("  {:<3}", i == 0 ? fmt::format("{}.", f + 1) : ""));
    if (page.style().verbose) put_finding_details(page, cube.findings[f]);
  }
  if (count < cube.findings.size())
    page.put("  (-v shows {})\n", base::counted(cube.findings.size() - count, "more cause"));
  if (count != 0) page.put("\n");
  page.put_wrapped(one_line(waiting_summary(cube)));
  if (const std::string note = unexplained_note(cube); !note.empty())
    page.put_wrapped(one_line(note));
  page.put("\n");
}

void put_warnings(TextPage& page, bool all) {
  const std::vector<std::string>& warnings = page.cube().experiment.warnings;
  if (warnings.empty()) return;
  page.separate();
  page.put_heading("Warnings");
  // One more line tells as much as the number of those that are missing.
  const std::size_t count = all || warnings.size() <= kWarnings + 1 ? warnings.size() : kWarnings;
  for (std::size_t i = 0; i < count; ++i) page.put_wrapped(one_line(warnings[i]), "  ");
  if (count < warnings.size())
    page.put("  (-v shows {})\n", base::counted(warnings.size() - count, "more warning"));
}

void put_first_screen(TextPage& page) {
  put_headline(page);
  put_findings(page);
  put_largest_wait_states(page);
  put_warnings(page, false);
  page.separate();
  constexpr const char* kMore[] = {
      "More: -v shows everything, --by metric all metrics, --by calltree and --by rank where and",
      "who, --metric ID one metric in detail."};
  if (page.style().width == 0)
    page.put("{}\n{}\n", kMore[0], kMore[1]);
  else
    page.put_wrapped(std::string(kMore[0]) + ' ' + kMore[1]);
}

}  // namespace tarry::report
