// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_report.h"

#include "base/counted.h"
#include "report/cube_types.h"
#include "report/quantity.h"
#include "report/text_details.h"
#include "report/text_escape.h"
#include "report/text_first_screen.h"
#include "report/text_metrics.h"
#include "report/text_page.h"
#include "report/text_table.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

void put_wait_state_sections(TextPage& page) {
  const std::vector<WaitState> states = sections(page.cube());
  put_costs(page);
  const std::size_t count = worth_showing(page, states);
  for (std::size_t i = 0; i < count; ++i) put_details(page, states[i].metric);
  const std::size_t rest = states.size() - count;
  if (rest == 0) return;
  page.put("\n");
  page.put_wrapped("(" + base::counted(rest, "smaller wait state is", "smaller wait states are") +
                   " in the tree above; --metric ID shows where)");
}

void put_overview(TextPage& page) {
  const Selection& selection = page.selection();
  if (selection.metrics.empty() && !page.style().verbose) return put_first_screen(page);
  put_headline(page);
  if (selection.metrics.empty()) put_findings(page);
  put_metric_tree(page);
  if (selection.metrics.empty()) put_wait_state_sections(page);
  for (const MetricId metric : selection.metrics) put_details(page, metric);
  put_warnings(page, true);
}

void put_tables(TextPage& page) {
  const Selection& selection = page.selection();
  put_headline(page);
  if (*selection.by == By::Metric) {
    put_metric_tree(page);
    return put_warnings(page, true);
  }
  std::vector<MetricId> metrics = selection.metrics;
  const MetricId time = page.cube().find(model::metric::time);
  if (metrics.empty() && time.valid()) metrics.push_back(time);
  for (const MetricId metric : metrics) {
    if (selection.tree)
      put_call_tree(page, metric);
    else
      put_table(page, metric);
  }
  put_warnings(page, true);
}

}  // namespace

std::string headline(const SeverityCube& cube) {
  const model::CubeExperiment& experiment = cube.experiment;
  std::string text = one_line(program_names(cube));
  const auto operation = experiment.attributes.find(kOperationKey);
  if (operation != experiment.attributes.end()) return text + ": " + one_line(operation->second);
  text += ": " + base::counted(experiment.ranks, "rank");
  if (experiment.threads > 1) text += fmt::format(" x {} threads", experiment.threads);
  text += ", ran " + quantity(experiment.duration_s, model::Unit::Seconds);
  text += ", " + quantity(total_time(cube), model::Unit::Seconds) + " over all " +
          (experiment.threads > 1 ? "threads" : "ranks");
  return text;
}

std::string text_report(const SeverityCube& cube, const Selection& selection,
                        const TextStyle& style) {
  TextPage page(cube, selection, style);
  if (selection.by)
    put_tables(page);
  else
    put_overview(page);
  return page.take();
}

}  // namespace tarry::report
