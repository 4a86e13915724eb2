// SPDX-License-Identifier: BSD-3-Clause
#include "cli/traced_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/bytes_text.h"
#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/finding_text.h"
#include "model/artificial_regions.h"
#include "report/findings.h"
#include "report/quantity.h"
#include "report/wait_states.h"

namespace tarry::cli {
namespace {

constexpr std::size_t kShownDelays = 3;

std::string seconds_text(double value) { return report::quantity(value, model::Unit::Seconds); }

std::string line_of(const char* what, const Measurement& made) {
  return fmt::format("  {:<12} {:>10}  {:>12}\n", what,
                     made.run.run_seconds ? seconds_text(*made.run.run_seconds) : "not known",
                     base::bytes_text(made.data_bytes));
}

}  // namespace

double recorded_seconds(const model::SeverityCube& traced) {
  const model::MetricId time = traced.find("time");
  double out = 0;
  for (const model::CallPathId path : traced.callpaths_with_values(time))
    if (traced.callpaths[path.index()].region != model::kMeasurementOff)
      out += traced.total(time, path);
  return out;
}

std::string loss_text(const diagnosis::Diagnosis& diagnosis, const diagnosis::Finding& finding) {
  std::string title(diagnosis::entry_of(finding.issue).title);
  title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
  return fmt::format("{}, at most {} ({}) in {}", title, seconds_text(finding.seconds),
                     report::percent(finding.seconds, diagnosis.seconds),
                     diagnosis::path_text(diagnosis, finding.symptom));
}

std::string list_of_losses(const diagnosis::Diagnosis& diagnosis, std::size_t chosen) {
  std::string out = "Loss to trace next (--finding N selects another):\n";
  for (std::size_t at = 0; at < diagnosis.findings.size(); ++at)
    out += fmt::format("{} {}. {}\n", at == chosen ? '*' : ' ', at + 1,
                       loss_text(diagnosis, diagnosis.findings[at]));
  return out;
}

std::string window_text(const diagnosis::Diagnosis& diagnosis,
                        const diagnosis::TraceWindow& window) {
  std::string out = fmt::format(
      "  from {} to {} of the run{}\n",
      seconds_text(diagnosis::seconds_into(diagnosis, window.begin)),
      seconds_text(diagnosis::seconds_into(diagnosis, window.end)),
      window.seconds > 0 ? "; at least " + seconds_text(window.seconds) + " of the loss is in it"
                         : "; how much of the loss is in it is unknown");
  if (window.is_longer)
    out += "  The part is longer than --window: half of the loss is in calls that take longer.\n";
  if (window.left_out > diagnosis::Time{0})
    out += fmt::format(
        "  Its phase began {} before: other work of ranks in that time is not traced.\n",
        seconds_text(std::chrono::duration<double>(window.left_out).count()));
  return out;
}

std::string delays_text(const model::SeverityCube& traced) {
  std::string out = "\nIn the trace of this part:\n";
  const double waiting = report::total_waiting(traced);
  out += fmt::format("  {} of waiting over all ranks, {} of what was recorded\n",
                     seconds_text(waiting), report::percent(waiting, recorded_seconds(traced)));
  if (traced.findings.empty())
    out +=
        "  no process makes others wait noticeably: the loss came at another time of this run, or "
        "its calls took longer than the window; try a larger --window\n";
  const std::size_t shown = std::min(kShownDelays, traced.findings.size());
  for (std::size_t at = 0; at < shown; ++at) {
    const model::Finding& delay = traced.findings[at];
    out += fmt::format("  {} takes {} too long and costs others {} of waiting: {}\n",
                       report::cause_name(traced, delay), seconds_text(delay.delay_s),
                       seconds_text(delay.cost_s), report::chain_text(traced, delay));
  }
  return out;
}

std::string costs_text(const Measurement& sampled, const Measurement& traced) {
  std::string out = fmt::format("\n  {:<12} {:>10}  {:>12}\n", "", "run time", "data");
  out += line_of("sampled run", sampled) + line_of("traced run", traced);
  if (sampled.run.run_seconds && traced.run.run_seconds)
    out += fmt::format("  the traced run took {:.1f} % of the time of the sampled one\n",
                       100 * *traced.run.run_seconds / *sampled.run.run_seconds);
  return out;
}

}  // namespace tarry::cli
