// SPDX-License-Identifier: BSD-3-Clause
// tarry report: shows a severity cube as text, JSON or CSV.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/nearest.h"
#include "base/shell_line.h"
#include "base/stopwatch.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/result_output.h"
#include "cli/terminal.h"
#include "experiment/missing.h"
#include "experiment/report_file.h"
#include "model/metric.h"
#include "report/csv_report.h"
#include "report/efficiency.h"
#include "report/json_report.h"
#include "report/merged_callpaths.h"
#include "report/series.h"
#include "report/text_report.h"
#include "report/wait_statistics_text.h"

namespace tarry::cli {
namespace {

using base::counted;
using base::Error;
using base::ErrorCode;
using report::By;
namespace fs = std::filesystem;

// In the tree of calls, a call path is a line as in its table.
constexpr const char* kTree = "calltree";

constexpr const char* kStatistics = "stat";  // lengths of single waits, for the Cube GUI
constexpr const char* kHtml = "html";        // a format of earlier versions

const std::map<std::string, By> kDimensions = {
    {"metric", By::Metric},     {"callpath", By::CallPath},
    {kTree, By::CallPath},      {"region", By::Region},
    {"callsite", By::CallSite}, {"location", By::Location},
    {"rank", By::Rank},         {"host", By::Host},
    {"node", By::Host},         {"communicator", By::Communicator}};

const std::map<std::string, report::PercentOf> kPercents = {
    {"root", report::PercentOf::Root},
    {"parent", report::PercentOf::Parent},
    {"selection", report::PercentOf::Selection}};

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
        {"tarry report run1 --by calltree --metric time",
         "the tree of calls, with the time of each and its distribution over the ranks"},
        {"tarry report run1 --by region --metric time --inclusive",
         "time of every function with all it calls"},
        {"tarry report run1 --by communicator", "on which communicators its calls of MPI wait"},
        {"tarry report run1 --format csv -o run1.csv", "every value as a table for pandas or R"},
        {"tarry report run1 run2 run3 --by region", "where several runs differ, side by side"},
        {"tarry report run4 run8 run16 --efficiency",
         "how well each run used its processors, and what the larger ones lose"},
        {"tarry report run* --order ranks --efficiency --format csv -o pop.csv",
         "the same as a table for a spreadsheet, the smallest run first"},
        {"tarry report run1.cubex --format stat -o run1.stat",
         "lengths of single waits, where the Cube GUI looks for them"},
        {"tarry report run1 --format json | jq '.severity | length'", "every value, for scripts"},
    };
  }
  [[nodiscard]] std::vector<std::string> description() const override {
    return {
        "Shows a severity cube: what 'tarry analyze' or a Cube tool wrote, or an earlier report "
        "in JSON. Text has the metric tree and the largest wait states, each with the call "
        "paths and ranks that wait.",
        "Values of a call path are for it alone unless --inclusive is given; values of a metric "
        "contain all metrics below it.",
        "Several reports stand side by side, a column for each: totals, or with --by the rows that "
        "are largest in any of them. The column behind them says how much the last run has more "
        "than "
        "the first. Of three runs or more, a plot shows each row as a bar for each run, from 0 to "
        "the largest of the row.",
        "With --efficiency, shows for one or more runs of a program the factors that multiply to "
        "the parallel efficiency, and the scalability compared with the first run. As csv, this is "
        "the table of the POP methodology: a row for each of its metrics, a column for each run."};
  }
  OptionTable options() override;
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<report::Selection> selection(const model::SeverityCube& cube) const;
  base::Result<std::string> formatted(const model::SeverityCube& cube,
                                      const report::TextStyle& style) const;

  base::Result<model::SeverityCube> load(const std::string& input,
                                         const CommonOptions& common) const;
  // Loads all inputs, in the order that --order asks for.
  base::Result<report::Series> load_all(const CommonOptions& common) const;
  base::Status choose_communicators(const model::SeverityCube& cube,
                                    std::vector<std::string>& metrics) const;
  base::Status check_percent() const;
  [[nodiscard]] base::Status check_statistics() const;
  [[nodiscard]] base::Error former_page() const;
  base::Result<int> efficiency(const CommonOptions& common) const;
  base::Result<int> side_by_side(const CommonOptions& common) const;

  std::vector<std::string> inputs_;
  ResultOutput output_;
  std::vector<std::string> metrics_;
  std::string by_;
  std::string percent_;
  std::string call_sites_ = "on";
  std::string inlined_ = "on";
  std::string order_ = "given";
  unsigned top_ = 0;
  bool inclusive_ = false;
  bool exclusive_ = false;
  bool efficiency_ = false;
};

OptionTable ReportCommand::options() {
  constexpr unsigned kMostRows = 1000000;
  std::vector<std::string> dimensions;
  for (const auto& [word, by] : kDimensions) dimensions.push_back(word);
  Option format = output_.format_option({"text", "json", "csv", kStatistics});
  format.former_choices = {kHtml};
  return {
      {.names = "report",
       .target = &inputs_,
       .help = "Experiment directory, .cubex file or JSON report; several stand side by side"},
      std::move(format),
      output_.file_option(),
      {.names = "--metric",
       .target = &metrics_,
       .help = "Show this metric only; may be repeated",
       .value = "ID"},
      {.names = "--by",
       .target = &by_,
       .help = "Show a table with a row for each (text, csv); a location is a thread of a rank, "
               "host and node are the same, calltree is a tree of call paths (text), communicator "
               "is for wait states of MPI",
       .choices = dimensions},
      {.names = "--percent",
       .target = &percent_,
       .help = "What is 100 % in trees and tables (text): the time or topmost metric, the line "
               "above in a tree, or the metric's total",
       .choices = {"root", "parent", "selection"}},
      {.names = "--top",
       .target = Number{&top_, 1, kMostRows},
       .help = "Show N rows of a table, N wait states and N lines of each (text, csv)",
       .value = "N"},
      {.names = "--inclusive",
       .target = &inclusive_,
       .help = "Show the value of a call path including called functions (text, csv)"},
      {.names = "--exclusive",
       .target = &exclusive_,
       .help = "Show the value of a call path alone; the default",
       .excludes = "--inclusive"},
      {.names = "--call-sites",
       .target = &call_sites_,
       .help = "off: unite calls of one MPI function at several places of a caller",
       .choices = {"on", "off"}},
      {.names = "--inlined",
       .target = &inlined_,
       .help = "off: show inlined functions as part of the function around them",
       .choices = {"on", "off"}},
      {.names = "--efficiency",
       .target = &efficiency_,
       .help = "Show parallel efficiency and its factors for one or more runs (text, csv, json)"},
      {.names = "--order",
       .target = &order_,
       .help = "Order of several reports; ranks: by ranks, then threads, the fewest first",
       .choices = {"given", "ranks"}}};
}

// Returns the ids of the metrics whose communicators the report knows.
std::vector<std::string> metrics_with_communicators(const model::SeverityCube& cube) {
  std::vector<std::string> ids;
  for (const model::WaitStatistics& waits : cube.wait_statistics)
    if (!waits.by_communicator.empty()) ids.push_back(waits.metric);
  return ids;
}

// Without --metric, these are chosen.
base::Status ReportCommand::choose_communicators(const model::SeverityCube& cube,
                                                 std::vector<std::string>& metrics) const {
  if (by_.empty() || kDimensions.at(by_) != By::Communicator) return base::kOk;
  const std::vector<std::string> known = metrics_with_communicators(cube);
  if (known.empty())
    return Error{ErrorCode::BadInput, "the report does not tell the communicators of its waits",
                 inputs_.front(), "'tarry analyze' makes one that does, if a call of MPI waited"};
  if (metrics.empty()) metrics = known;
  for (const std::string& id : metrics)
    if (std::find(known.begin(), known.end(), id) == known.end())
      return Error{ErrorCode::Usage, "the communicators of '" + id + "' are not known", "",
                   "leave out --metric to see those of all wait states of MPI"};
  return base::kOk;
}

base::Result<report::Selection> ReportCommand::selection(const model::SeverityCube& cube) const {
  report::Selection chosen;
  std::vector<std::string> metrics = metrics_;
  TRY(choose_communicators(cube, metrics));
  for (const std::string& id : metrics) {
    const model::MetricId found = cube.find(id);
    if (found.valid()) {
      chosen.metrics.push_back(found);
      continue;
    }
    std::vector<std::string> ids;
    for (const model::CubeMetric& metric : cube.metrics) ids.push_back(metric.id);
    const std::string near = base::nearest(id, ids);
    return Error{ErrorCode::Usage, "the report has no metric '" + id + "'", "",
                 near.empty() ? "'tarry report " + inputs_.front() + " --by metric' lists them"
                              : "did you mean '" + near + "'?"};
  }
  if (!by_.empty()) chosen.by = kDimensions.at(by_);
  chosen.tree = by_ == kTree;
  chosen.top = top_;
  chosen.inclusive = inclusive_;
  chosen.exclusive = exclusive_;
  if (!percent_.empty()) chosen.percent = kPercents.at(percent_);
  return chosen;
}

base::Result<std::string> ReportCommand::formatted(const model::SeverityCube& cube,
                                                   const report::TextStyle& style) const {
  TRY_ASSIGN(const report::Selection chosen, selection(cube));
  if (output_.format == "json") return report::json_report(cube, chosen);
  if (output_.format == "csv") return report::csv_report(cube, chosen);
  if (output_.format == kStatistics) return report::wait_statistics_text(cube);
  return report::text_report(cube, chosen, style);
}

void say_what_was_loaded(const std::string& file, const model::SeverityCube& cube, double seconds,
                         const CommonOptions& common) {
  if (!common.verbose) return;
  std::size_t rows = 0;
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    rows += cube.callpaths_with_values(model::MetricId{m}).size();
  detail(common,
         fmt::format("read {} in {:.3f} s: {}, {} and {}; {} of metric and call path {} values",
                     file, seconds, counted(cube.metrics.size(), "metric"),
                     counted(cube.callpaths.size(), "call path"),
                     counted(cube.locations.size(), "location"), counted(rows, "pair"),
                     base::form_for(rows, "has", "have")));
  const auto version = cube.experiment.attributes.find("tarry.version");
  detail(common, version == cube.experiment.attributes.end()
                     ? "it does not say which version of tarry made it, if any"
                     : "tarry " + version->second + " made it");
}

base::Result<model::SeverityCube> ReportCommand::load(const std::string& input,
                                                      const CommonOptions& common) const {
  const base::Stopwatch loading;
  TRY_ASSIGN(const std::string file,
             experiment::report_file(input, experiment::Preferred::Analysis));
  TRY(check_output(output_.file, file));
  TRY_ASSIGN(model::SeverityCube cube, experiment::open_report_file(file));
  if (const report::Merging merging{call_sites_ == "off", inlined_ == "off"};
      merging.call_sites || merging.inlined)
    cube = report::merge_callpaths(std::move(cube), merging);
  say_what_was_loaded(file, cube, loading.seconds(), common);
  if (file == input) return cube;  // a file and not a directory with more in it
  const bool is_summary = fs::path(file).filename() == base::kSummaryFile;
  const experiment::Experiment experiment(input);
  const std::string more = is_summary ? experiment::more_than_summary(experiment)
                                      : experiment::more_than_analysis(experiment);
  if (!more.empty()) say(common, more);
  return cube;
}

base::Result<report::Series> ReportCommand::load_all(const CommonOptions& common) const {
  report::Series series;
  for (const std::string& input : inputs_) {
    TRY_ASSIGN(model::SeverityCube cube, load(input, common));
    series.cubes.push_back(std::move(cube));
    series.names.push_back(input);
  }
  if (order_ == "ranks") report::order_by_size(series);
  return series;
}

base::Result<int> ReportCommand::efficiency(const CommonOptions& common) const {
  if (!metrics_.empty() || !by_.empty())
    return Error{ErrorCode::Usage, "--efficiency is one table, as text, csv or json", "",
                 "leave out --metric and --by"};
  TRY_ASSIGN(const report::Series runs, load_all(common));
  for (std::size_t i = 0; i < runs.cubes.size(); ++i) {
    const model::SeverityCube& cube = runs.cubes[i];
    const std::string& input = runs.names[i];
    if (cube.experiment.attributes.contains(report::kWholeTimeKey))
      return Error{ErrorCode::Usage, "a difference has no efficiency", input,
                   "name the reports of the runs"};
    if (!cube.find(model::metric::time).valid() || !cube.find(model::metric::comp).valid())
      return Error{ErrorCode::BadInput, "the report lacks the metrics 'time' and 'comp'", input,
                   "make it with 'tarry analyze'"};
  }
  const std::string text = output_.format == "json" ? report::efficiency_json(runs.cubes)
                           : output_.format == "csv"
                               ? report::efficiency_csv(runs.cubes, runs.names)
                               : report::efficiency_text(runs.cubes);
  for (const model::SeverityCube& cube : runs.cubes) TRY(cube.reading());
  TRY(output_.put(text, common));
  return 0;
}

base::Result<int> ReportCommand::side_by_side(const CommonOptions& common) const {
  if (output_.format != "text" && output_.format != "csv")
    return Error{ErrorCode::Usage, "several reports are shown as text or csv", "",
                 "leave out --format " + output_.format};
  TRY_ASSIGN(const report::Series series, load_all(common));
  for (const std::string& id : metrics_)
    if (std::none_of(series.cubes.begin(), series.cubes.end(),
                     [&](const model::SeverityCube& cube) { return cube.find(id).valid(); }))
      return Error{ErrorCode::Usage, "no report has the metric '" + id + "'", "",
                   "'tarry report " + inputs_.front() + " --by metric' lists those of the first"};
  std::vector<std::string> metrics = metrics_;
  TRY(choose_communicators(series.cubes.front(), metrics));
  report::SeriesSelection chosen{.metrics = metrics, .by = {}, .inclusive = inclusive_};
  if (!by_.empty()) chosen.by = kDimensions.at(by_);
  if (top_ != 0) chosen.top = top_;
  const std::string text = output_.format == "csv" ? report::series_csv(series, chosen)
                                                   : report::series_text(series, chosen);
  for (const model::SeverityCube& cube : series.cubes) TRY(cube.reading());
  TRY(output_.put(text, common));
  return 0;
}

// Percentages are part of the text only, and only lines of a tree have one above.
base::Status ReportCommand::check_percent() const {
  if (percent_.empty()) return base::kOk;
  if (output_.format != "text")
    return Error{ErrorCode::Usage, "--percent does not apply to --format " + output_.format, "",
                 "leave it out"};
  if (percent_ == "parent" && !by_.empty() && by_ != kTree && by_ != "metric")
    return Error{ErrorCode::Usage, "a table by " + by_ + " has no parents", "--percent parent",
                 "use --by calltree or --by metric"};
  return base::kOk;
}

// `tarry report` made a page of its own before there was the explorer.
base::Error ReportCommand::former_page() const {
  const std::string file = output_.file.empty() ? "report.html" : output_.file;
  return Error{ErrorCode::Usage, "pages are made by 'tarry view'", "--format html",
               "tarry view " + base::shell_line({inputs_.front(), "--html", file})};
}

// The numbers of call paths in the text are those of the .cubex.
base::Status ReportCommand::check_statistics() const {
  const bool has_choice = efficiency_ || inclusive_ || exclusive_ || top_ != 0 || !by_.empty() ||
                          !metrics_.empty() || call_sites_ != "on" || inlined_ != "on";
  if (output_.format == kStatistics && has_choice)
    return Error{ErrorCode::Usage, "--format stat shows all statistics of single waits", "",
                 "leave out the other options, or use --format text"};
  return base::kOk;
}

base::Result<int> ReportCommand::run(const CommonOptions& common) {
  if (output_.format == kHtml) return former_page();
  TRY(check_statistics());
  if (efficiency_) return efficiency(common);
  if (inputs_.size() > 1) return side_by_side(common);
  if (output_.format == "json" && (!by_.empty() || inclusive_))
    return Error{ErrorCode::Usage,
                 "--by and --inclusive do not apply to --format " + output_.format, "",
                 "use --format text or csv"};
  TRY(check_percent());
  TRY_ASSIGN(const model::SeverityCube cube, load(inputs_.front(), common));
  TRY_ASSIGN(const std::string text,
             formatted(cube, output_.file.empty() ? text_style(common, STDOUT_FILENO)
                                                  : file_style(common)));
  TRY(cube.reading());
  TRY(output_.put(text, common));
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace tarry::cli
