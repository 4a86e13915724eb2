// SPDX-License-Identifier: BSD-3-Clause
// tarry compare: whether two reports are equal, or several runs of a new version worse than those
// of an old one.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "algebra/difference.h"
#include "base/parse_number.h"
#include "cli/command.h"
#include "cli/comparison_report.h"
#include "cli/report_inputs.h"
#include "cli/result_output.h"
#include "cli/spread_report.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

class CompareCommand final : public Command {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override {
    return "Tell whether reports are equal, or a version worse than another";
  }
  std::vector<Example> examples() const override {
    return {{"tarry compare run1 run2", "whether all values are equal"},
            {"tarry compare old.cubex new.cubex --tolerance 1e-6", "the same to six digits"},
            {"tarry compare run1 run2 --collapse --tolerance 0.05 && echo ok",
             "for a script: whether sums over all ranks are within 5 %"},
            {"tarry compare run1 run2 --top 1000 --format json", "up to 1,000 differences as JSON"},
            {"tarry compare --spread old1 old2 old3 old4 old5 -- new1 new2 new3 new4 new5",
             "whether a new version is worse by more than its runs differ anyway"},
            {"tarry compare --spread --smallest 0.05 --metric time --format json a1 a2 -- b1 b2",
             "changes of 5 % of the time, and the values of all call paths, for a script"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Compares each value of two reports: metric by id, call path by functions and call site, "
        "location by rank and thread. Prints the largest differences, relative to the total of the "
        "metric. The exit status is 0 if the reports are equal, 1 if not, and 2 if they cannot be "
        "compared.",
        "Two values are equal if they differ by no more than the tolerance times the larger one. "
        "Metrics that only one report has are a difference.",
        "With --spread, compares several runs of an old version with several of a new one, which "
        "stand behind '--'. For the run time, each metric of time, and each of its call paths, "
        "summed over all ranks, it computes the range in which the true change lies, by the method "
        "of Welch. A range that lies beyond the smallest change of interest is a regression or an "
        "improvement; one that has 0 and such changes is noise: the runs spread too much to tell. "
        "All ranges together miss a true change with the probability of --error at most, whatever "
        "their number. The exit status is 1 if there is a regression, and 0 if not."};
  }
  bool has_two_groups() const override { return true; }
  void set_second_group(std::vector<std::string> words) override { second_ = std::move(words); }
  int status_of_failure() const override { return 2; }
  OptionTable options() override;
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<int> compare_two(const CommonOptions& common);
  base::Result<int> compare_versions(const CommonOptions& common);
  base::Result<RunGroup> load_group(const std::vector<std::string>& names) const;
  base::Status check_groups() const;

  std::vector<std::string> first_, second_;  // behind `--`: second_
  std::string tolerance_, error_, smallest_;
  std::vector<std::string> metrics_;
  bool has_spread_ = false;
  unsigned shown_ = 10;
  ResultOutput output_;
  ReportInputs reports_;
};

OptionTable CompareCommand::options() {
  OptionTable all = {
      {.names = "reports",
       .target = &first_,
       .help = "Two experiment directories, .cubex files or JSON reports; with --spread, several "
               "runs of the old version, '--', and several of the new one"},
      {.names = "--tolerance",
       .target = &tolerance_,
       .help = "Treat values as equal if they differ by at most this part of the larger one",
       .value = "T",
       .otherwise = "0: all digits"},
      {.names = "--spread",
       .target = &has_spread_,
       .help = "Compare two groups of runs, and tell changes from what runs differ by anyway"},
      {.names = "--smallest",
       .target = &smallest_,
       .help = "With --spread: the smallest change of interest, as a part of the whole",
       .value = "PART",
       .otherwise = "0.01: 1 % of the run time, or of the metric's tree"},
      {.names = "--error",
       .target = &error_,
       .help = "With --spread: the probability that any of all ranges misses the true change",
       .value = "P",
       .otherwise = "0.05"},
      {.names = "--metric",
       .target = &metrics_,
       .help = "With --spread: compare this metric only; may be repeated",
       .value = "ID",
       .otherwise = "the run time, and all metrics below time"},
      {.names = "--top",
       .target = Number{&shown_, 0, 1'000'000},
       .help = "Number of differences that are shown",
       .value = "N",
       .otherwise = "10"},
      output_.format_option({"text", "json"}),
      output_.file_option()};
  for (Option& option : reports_.options()) all.push_back(std::move(option));
  return all;
}

// Returns the number of an option that is not given as `otherwise`.
base::Result<double> number_of(const std::string& option, const std::string& text, double otherwise,
                               double least, double most, const char* hint) {
  if (text.empty()) return otherwise;
  const auto value = base::number_in<double>(text);
  if (value && *value >= least && *value <= most) return *value;
  return Error{ErrorCode::Usage, "not a number for this option", option + ' ' + text, hint};
}

base::Result<int> CompareCommand::run(const CommonOptions& common) {
  if (has_spread_) return compare_versions(common);
  if (!smallest_.empty() || !error_.empty() || !metrics_.empty())
    return Error{ErrorCode::Usage, "--smallest, --error and --metric need --spread", "",
                 "'tarry compare --spread OLD OLD -- NEW NEW' compares two groups of runs"};
  return compare_two(common);
}

base::Result<int> CompareCommand::compare_two(const CommonOptions& common) {
  const auto tolerance = base::number_in<double>(tolerance_.empty() ? "0" : tolerance_);
  if (!tolerance || !(*tolerance >= 0.0) || !std::isfinite(*tolerance))
    return Error{ErrorCode::Usage, "not a tolerance", "--tolerance " + tolerance_,
                 "for example --tolerance 0.05, for 5 %"};
  std::vector<std::string> inputs = first_;
  inputs.insert(inputs.end(), second_.begin(), second_.end());
  if (inputs.size() != 2)
    return Error{ErrorCode::Usage, fmt::format("compare needs two reports, not {}", inputs.size()),
                 "", "'tarry compare --spread OLD OLD -- NEW NEW' compares two groups of runs"};
  TRY_ASSIGN(const std::vector<model::SeverityCube> cubes, reports_.load(inputs));
  TRY_ASSIGN(const algebra::Comparison comparison,
             algebra::compare(cubes[0], cubes[1], *tolerance, shown_));
  const bool is_text = output_.format == "text";
  if (!common.quiet || !is_text || !output_.file.empty())
    TRY(output_.put(is_text ? comparison_text(comparison) : comparison_json(comparison, *tolerance),
                    common));
  return comparison.are_equal() ? 0 : 1;
}

base::Status CompareCommand::check_groups() const {
  if (!tolerance_.empty())
    return Error{ErrorCode::Usage, "--spread has no tolerance", "--tolerance " + tolerance_,
                 "--smallest PART is the smallest change of interest"};
  if (second_.empty())
    return Error{ErrorCode::Usage, "--spread needs two groups of runs", "",
                 "put '--' between the old runs and the new ones"};
  for (const std::string& name : second_)
    if (name.starts_with('-') && !std::filesystem::exists(name))
      return Error{ErrorCode::Usage, "no run has this name", name,
                   "options stand in front of '--'"};
  return base::kOk;
}

base::Result<RunGroup> CompareCommand::load_group(const std::vector<std::string>& names) const {
  TRY_ASSIGN(std::vector<model::SeverityCube> runs, reports_.load(names));
  return RunGroup{names, std::move(runs)};
}

base::Result<int> CompareCommand::compare_versions(const CommonOptions& common) {
  TRY(check_groups());
  algebra::SpreadOptions options;
  options.metrics = metrics_;
  TRY_ASSIGN(options.smallest, number_of("--smallest", smallest_, options.smallest, 0.0, 1.0,
                                         "for example --smallest 0.05, for 5 %"));
  TRY_ASSIGN(options.error, number_of("--error", error_, options.error, 1e-6, 0.5,
                                      "a number from 0.000001 to 0.5"));
  TRY_ASSIGN(const RunGroup old_group, load_group(first_));
  TRY_ASSIGN(const RunGroup new_group, load_group(second_));
  TRY_ASSIGN(const algebra::Spread spread,
             algebra::compare_groups(old_group.runs, new_group.runs, options));
  const bool is_text = output_.format == "text";
  if (!common.quiet || !is_text || !output_.file.empty())
    TRY(output_.put(is_text
                        ? spread_text(spread, options, old_group, new_group, shown_, common.verbose)
                        : spread_json(spread, options, old_group, new_group),
                    common));
  return spread.count(algebra::Verdict::Regression) == 0 ? 0 : 1;
}

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace tarry::cli
