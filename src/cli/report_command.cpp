// SPDX-License-Identifier: BSD-3-Clause
// tarry report: shows a severity cube as text, JSON, CSV or HTML.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "cli/command.h"
#include "cli/nearest.h"
#include "report/atomic_file.h"
#include "report/csv_report.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/load.h"
#include "report/text_report.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;
using report::By;

const std::map<std::string, By> kDimensions = {{"metric", By::Metric},
                                               {"callpath", By::CallPath},
                                               {"region", By::Region},
                                               {"location", By::Location},
                                               {"rank", By::Rank}};

class ReportCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "report"; }
  [[nodiscard]] std::string summary() const override {
    return "Show where a program waits: metrics, wait states, call paths and ranks";
  }
  [[nodiscard]] std::vector<Example> examples() const override {
    return {
        {"tarry report run1", "metric tree and the largest wait states of an experiment"},
        {"tarry report run1 --metric mpi_latesender --top 20",
         "call paths and ranks that wait for late senders"},
        {"tarry report run1 --by region --metric time --inclusive",
         "time of every function with all it calls"},
        {"tarry report run1 --format html -o report.html", "one page for a browser"},
        {"tarry report run1 --format json | jq '.severity | length'", "every value, for scripts"},
    };
  }
  void add_options(CLI::App& app) override;
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<report::Selection> selection(const model::SeverityCube& cube) const;
  base::Result<std::string> formatted(const model::SeverityCube& cube, bool color) const;

  std::string input_;
  std::string output_;
  std::string format_ = "text";
  std::vector<std::string> metrics_;
  std::string by_;
  std::size_t top_ = 0;
  bool inclusive_ = false;
  bool exclusive_ = false;
};

void ReportCommand::add_options(CLI::App& app) {
  std::vector<std::string> dimensions;
  for (const auto& [word, by] : kDimensions) dimensions.push_back(word);
  app.add_option("report", input_, "Experiment directory, .cubex file or JSON report")->required();
  app.add_option("--format", format_, "text, json, csv or html")
      ->check(CLI::IsMember({"text", "json", "csv", "html"}));
  app.add_option("-o,--output", output_, "Write to this file instead of standard output");
  app.add_option("--metric", metrics_, "Show this metric only (its id; repeatable)")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--by", by_, "A table by metric, callpath, region, location or rank (text, csv)")
      ->check(CLI::IsMember(dimensions));
  app.add_option("--top", top_, "Rows of a table, wait states and lines of each (text, csv, html)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}));
  CLI::Option* const inclusive = app.add_flag(
      "--inclusive", inclusive_, "A call path's value with what is called from there (text, csv)");
  app.add_flag("--exclusive", exclusive_, "A call path's value alone (default)")
      ->excludes(inclusive);
}

base::Result<report::Selection> ReportCommand::selection(const model::SeverityCube& cube) const {
  report::Selection chosen;
  for (const std::string& id : metrics_) {
    const model::MetricId found = cube.find(id);
    if (found.valid()) {
      chosen.metrics.push_back(found);
      continue;
    }
    std::vector<std::string> ids;
    for (const model::CubeMetric& metric : cube.metrics) ids.push_back(metric.id);
    const std::string near = nearest(id, ids);
    return Error{ErrorCode::Usage, "the report has no metric '" + id + "'", "",
                 near.empty() ? "'tarry report " + input_ + " --by metric' lists them"
                              : "did you mean '" + near + "'?"};
  }
  if (!by_.empty()) chosen.by = kDimensions.at(by_);
  chosen.top = top_;
  chosen.inclusive = inclusive_;
  return chosen;
}

base::Result<std::string> ReportCommand::formatted(const model::SeverityCube& cube,
                                                   bool color) const {
  TRY_ASSIGN(const report::Selection chosen, selection(cube));
  if (format_ == "json") return report::json_report(cube, chosen);
  if (format_ == "csv") return report::csv_report(cube, chosen);
  if (format_ == "html") return report::html_report(cube, chosen);
  return report::text_report(cube, chosen, report::TextStyle{color});
}

// Colour on a terminal, unless the user said otherwise (https://no-color.org).
bool wants_color(const std::string& option, bool to_file) {
  if (option != "auto") return option == "always";
  const char* const no_color = std::getenv("NO_COLOR");
  return !to_file && (no_color == nullptr || *no_color == '\0') && ::isatty(STDOUT_FILENO) == 1;
}

base::Result<int> ReportCommand::run(const CommonOptions& common) {
  const bool fixed_shape = format_ == "json" || format_ == "html";
  if (fixed_shape && (!by_.empty() || inclusive_))
    return Error{ErrorCode::Usage, "--by and --inclusive do not apply to --format " + format_, "",
                 "use --format text or csv"};
  TRY_ASSIGN(const model::SeverityCube cube, report::load_report(input_));
  TRY_ASSIGN(const std::string text, formatted(cube, wants_color(common.color, !output_.empty())));
  if (output_.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);  // main checks that it arrived
    return 0;
  }
  TRY(report::write_file(output_, text));
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace tarry::cli
