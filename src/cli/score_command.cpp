// SPDX-License-Identifier: BSD-3-Clause
// tarry score: shows the size of a trace by region, and suggests a filter that makes it smaller.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/files.h"
#include "cli/command.h"
#include "cli/given_filter.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/result_output.h"
#include "experiment/experiment.h"
#include "experiment/report_file.h"
#include "report/merged_callpaths.h"
#include "score/score_output.h"
#include "score/suggestion.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;
using trace::eventlog::size_from_text;

void say_what_is_not_known(const filter::Filter& filter, const CommonOptions& common) {
  const bool mangled = std::any_of(filter.regions.begin(), filter.regions.end(),
                                   [](const filter::Rule& rule) { return rule.mangled; });
  if (mangled || !filter.modules.empty())
    warn(common,
         "the report has no modules and no linker names: rules for modules are ignored, and "
         "MANGLED rules are compared with plain names");
  if (!filter.ranks.empty() || !filter.times.empty())
    warn(common,
         "the estimate covers all ranks and all of the time: ranks and times in the filter are "
         "ignored");
}

class ScoreCommand final : public Command {
 public:
  std::string name() const override { return "score"; }
  std::string summary() const override {
    return "Show how many bytes a trace takes by region, and suggest a filter";
  }
  std::vector<Example> examples() const override {
    return {{"tarry score run1", "visits, time and estimated trace bytes by group and region"},
            {"tarry score run1 --suggest-filter run.filter --target 100M",
             "write a filter with which the trace takes less than 100 MiB"},
            {"tarry score run1 --filter run.filter", "what a filter would give"},
            {"tarry score run1 --format csv -o score.csv", "every region, for a spreadsheet"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Estimates from the visits of each region how large an event trace of the same run is: in "
        "all, of the largest process, and of the event log of that process, from which its trace "
        "is made. --max-trace must exceed that event log by a window of 64K or more for each "
        "thread. The visits come from summary.cubex if the experiment has one, otherwise from the "
        "analyzed trace.",
        "Groups: MPI, OMP and PTHREAD are calls and constructs of these interfaces; COM are user "
        "regions on call paths that lead to one of them, USR all others; FLT is what the filter of "
        "--filter leaves out; OTHER belongs to the measurement.",
        "--suggest-filter leaves out only USR regions, first those with the most bytes per time, "
        "until the trace fits. Rules for linker names or modules cannot be checked before a run: "
        "what they would leave out is unknown here."};
  }
  OptionTable options() override {
    constexpr unsigned kMostRows = 1000000;
    return {
        {.names = "experiment",
         .target = &input_,
         .help = "Experiment directory, .cubex file or JSON report"},
        {.names = "--filter",
         .target = &filter_,
         .help = "Show what this filter would give",
         .value = "FILE",
         .excludes = "--suggest-filter"},
        {.names = "--suggest-filter",
         .target = &suggested_,
         .help = "Write a filter that brings the trace below the target, and show what it gives",
         .value = "FILE"},
        {.names = "--target",
         .target = &target_,
         .help = "With --suggest-filter: bytes of the whole trace",
         .value = "SIZE",
         .otherwise = "every process stays below the default of --max-trace"},
        output_.format_option({"text", "json", "csv"}),
        output_.file_option(),
        {.names = "--top",
         .target = Number{&top_, 1, kMostRows},
         .help = "Regions to show",
         .value = "N",
         .otherwise = "20 in text, otherwise all"}};
  }
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<score::Target> target() const;
  base::Result<std::vector<bool>> suggest(const model::SeverityCube& cube,
                                          const std::vector<score::CubeRegion>& regions,
                                          const CommonOptions& common) const;
  std::string formatted(const score::Score& made) const;

  std::string input_;
  std::string filter_;
  std::string suggested_;
  std::string target_;
  ResultOutput output_;
  unsigned top_ = 0;
};

base::Result<score::Target> ScoreCommand::target() const {
  if (target_.empty())
    return score::Target{0, static_cast<double>(trace::eventlog::Settings{}.max_trace_bytes)};
  if (suggested_.empty())
    return Error{ErrorCode::Usage, "--target applies to a suggested filter, but none is asked for",
                 "", "give --suggest-filter FILE as well"};
  const auto bytes = size_from_text(target_);
  if (!bytes || *bytes == 0)
    return Error{ErrorCode::Usage, "'" + target_ + "' is not a value for --target", "",
                 "expected a size such as 500M or 2G"};
  return score::Target{static_cast<double>(*bytes), 0};
}

base::Result<std::vector<bool>> ScoreCommand::suggest(const model::SeverityCube& cube,
                                                      const std::vector<score::CubeRegion>& regions,
                                                      const CommonOptions& common) const {
  TRY_ASSIGN(const score::Target wanted, target());
  const score::Suggestion made = score::suggest(cube, regions, wanted);
  const auto bytes = [](double count) { return base::bytes_text(std::round(count)); };
  const std::string size =
      fmt::format("{} in all, event log of the largest process {}",
                  bytes(made.result.trace_bytes()), bytes(made.result.largest_process().log));
  TRY(base::write_file(suggested_,
                       score::filter_text(made.names, {"Suggested by 'tarry score' for " + input_,
                                                       "Estimated trace with it: " + size})));
  if (!made.meets_target)
    warn(
        common,
        fmt::format(
            "no filter that keeps all paths to communication meets the target of {}; with this one "
            "the estimate is {}. Fewer --mpi-groups, a time window or --compressed may meet it",
            bytes(wanted.trace_bytes + wanted.log_bytes), size));
  else if (made.names.empty())
    say(common, "the trace meets the target of " + bytes(wanted.trace_bytes + wanted.log_bytes) +
                    " without a filter; the one written is empty");
  else
    say(common, fmt::format("{} names {} to leave out; estimated trace with it: {}", suggested_,
                            base::counted(made.names.size(), "region"), size));
  return made.excluded;
}

std::string ScoreCommand::formatted(const score::Score& made) const {
  return output_.format == "json"  ? score::score_json(made, top_)
         : output_.format == "csv" ? score::score_csv(made, top_)
                                   : score::score_text(made, top_);
}

base::Result<int> ScoreCommand::run(const CommonOptions& common) {
  TRY(target());
  // The summary is preferred, because it counts what a trace that reached its limit lacks.
  TRY_ASSIGN(const std::string file,
             experiment::report_file(input_, experiment::Preferred::Summary));
  TRY(check_output(output_.file, file));
  TRY(check_output(suggested_, file));
  filter::Filter filter;
  if (!filter_.empty()) {
    TRY_ASSIGN(filter, read_given_filter(filter_, common));
  }
  TRY_ASSIGN(model::SeverityCube loaded, experiment::load_report_file(file));
  // Inlined functions have no records in a trace, and no filter can leave them out.
  const model::SeverityCube cube = report::merge_callpaths(std::move(loaded), {.inlined = true});
  if (base::Status status = score::check_scorable(cube); !status.ok()) {
    base::Error error = std::move(status).error();
    error.where = file;
    return error;
  }
  say_what_is_not_known(filter, common);
  if (const experiment::Experiment experiment(input_);
      experiment.has(experiment::Part::Compressed) && !experiment.has(experiment::Part::Archive) &&
      !experiment.has(experiment::Part::Summary))
    warn(common, "visits are those of the compressed trace, which has calls of MPI only");
  const std::vector<score::CubeRegion> regions = score::regions_of(cube);
  std::optional<std::vector<bool>> excluded;
  if (!filter_.empty()) excluded = score::excluded_by(filter, regions);
  if (!suggested_.empty()) {
    TRY_ASSIGN(excluded, suggest(cube, regions, common));
  }
  const score::Score made = score::score_of(cube, regions, excluded);
  for (const std::string& warning : cube.experiment.warnings) warn(common, warning);
  TRY(output_.put(formatted(made), common));
  const auto is_set = [](bool set) { return set; };
  if (!suggested_.empty() && std::any_of(excluded->begin(), excluded->end(), is_set))
    say(common, "next: tarry record --filter " + suggested_ + " <launcher and program>");
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_score_command() { return std::make_unique<ScoreCommand>(); }

}  // namespace tarry::cli
