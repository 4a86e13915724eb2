// SPDX-License-Identifier: BSD-3-Clause
// tarry convert: a trace for other viewers and for scripts.
#include <filesystem>
#include <map>

#include "base/shell_line.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "convert/chrome_trace.h"
#include "convert/event_table.h"
#include "experiment/compressed_trace.h"
#include "experiment/experiment.h"
#include "experiment/finish_recording.h"
#include "experiment/report_file.h"
#include "trace/open_trace.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

// The formats, with the name of the file that is written by default.
const std::map<std::string, std::string> kFormats = {{"chrome", "trace.json"},
                                                     {"perfetto", "trace.json"},
                                                     {"csv", "events.csv"},
                                                     {"merged", "merged.csv"}};

class ConvertCommand final : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override { return "Write a trace for other viewers and scripts"; }
  std::vector<Example> examples() const override {
    return {{"tarry convert run1 --to perfetto", "trace.json, for https://ui.perfetto.dev"},
            {"tarry convert run1 --to csv -o events.csv", "a line for each event, by location"},
            {"tarry convert scorep-run/traces.otf2 --to merged", "one table in the order of time"}};
  }
  std::vector<std::string> description() const override {
    return {
        "chrome and perfetto are one format, JSON that Chrome (chrome://tracing) and Perfetto "
        "show: a process for each rank, a thread for each location, a slice for each visit of a "
        "region, an arrow for each message, counters as curves. If the experiment was analyzed, "
        "the worst instance of each cause of waiting stands above the ranks.",
        "csv has a line for each enter and leave, message, collective operation and OpenMP team, "
        "location after location; merged has the same lines in the order of time.",
        "Times are corrected, in microseconds (JSON) or seconds (CSV) since the begin of the "
        "trace."};
  }
  OptionTable options() override {
    std::vector<std::string> formats;
    for (const auto& [format, file] : kFormats) formats.push_back(format);
    return {{.names = "trace", .target = &trace_, .help = "Experiment directory or traces.otf2"},
            {.names = "--to",
             .target = &format_,
             .help = "Format of the file",
             .choices = formats,
             .otherwise = "perfetto"},
            {.names = "-o,--output",
             .target = &output_,
             .help = "Write to this file",
             .value = "FILE",
             .otherwise = "trace.json, events.csv or merged.csv"},
            {.names = "--no-time-correction",
             .target = Clears{&correct_clocks_},
             .help = "Take times as they were recorded, without the clock offsets in the trace"}};
  }
  base::Result<int> run(const CommonOptions& common) override {
    CommandVoice voice(common);
    TRY_ASSIGN(const fs::path found, experiment::find_trace(trace_, voice, common.threads));
    if (experiment::is_compressed_trace(found))
      return base::Error{base::ErrorCode::Usage, "this trace is compressed", found.string(),
                         "'tarry expand' makes a trace of events from it"};
    const fs::path output = output_.empty() ? kFormats.at(format_) : output_;
    TRY(check_no_part(output, found));
    TRY_ASSIGN(const std::unique_ptr<model::TraceSource> source,
               trace::open_trace(found, {.correct_clocks = correct_clocks_}));
    const bool is_table = format_ == "csv" || format_ == "merged";
    model::Anomalies anomalies = source->definition_anomalies();
    if (is_table)
      TRY(convert::write_event_table(
          *source, format_ == "csv" ? convert::Order::ByLocation : convert::Order::ByTime, output,
          anomalies));
    else
      TRY(convert::write_chrome_trace(*source, findings(found), output, anomalies));
    for (const std::string& sentence : anomalies.sentences()) warn(common, sentence);
    say(common,
        "wrote " + output.string() + (is_table ? "" : "; open it at https://ui.perfetto.dev"));
    return 0;
  }

 private:
  // Returns those of the analysis beside the trace, if there is one.
  [[nodiscard]] std::vector<model::Finding> findings(const fs::path& trace) const {
    if (!correct_clocks_) return {};  // the times of the analysis are corrected
    const experiment::Experiment around = experiment::Experiment::around(trace);
    if (!around.has(experiment::Part::Analysis)) return {};
    base::Result<model::SeverityCube> report =
        experiment::load_report_file(around.path(experiment::Part::Analysis).string());
    return report.ok() ? std::move(report->findings) : std::vector<model::Finding>();
  }

  std::string trace_;
  std::string format_ = "perfetto";
  std::string output_;
  bool correct_clocks_ = true;
};

}  // namespace

std::unique_ptr<Command> make_convert_command() { return std::make_unique<ConvertCommand>(); }

}  // namespace tarry::cli
