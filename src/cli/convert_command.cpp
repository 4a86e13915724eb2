// SPDX-License-Identifier: BSD-3-Clause
// tarry convert: a trace for other viewers and for scripts.
#include <filesystem>
#include <map>

#include "analysis/analyze.h"
#include "base/shell_line.h"
#include "cli/command.h"
#include "cli/memory_limit.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/time_correction.h"
#include "compressed/format/trace_file.h"
#include "convert/chrome_trace.h"
#include "convert/event_table.h"
#include "convert/paraver_trace.h"
#include "experiment/experiment.h"
#include "experiment/finish_recording.h"
#include "experiment/report_file.h"
#include "trace/open_trace.h"
#include "trace/write_archive.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

// The formats, with the name of the file that is written by default.
const std::map<std::string, std::string> kFormats = {
    {"chrome", "trace.json"}, {"perfetto", "trace.json"}, {"csv", "events.csv"},
    {"merged", "merged.csv"}, {"otf2", "archive"},        {"paraver", "trace.prv"}};

class ConvertCommand final : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override { return "Write a trace for other viewers and scripts"; }
  std::vector<Example> examples() const override {
    return {
        {"tarry convert run1 --to perfetto", "trace.json, for https://ui.perfetto.dev"},
        {"tarry convert run1 --to paraver -o run1.prv", "and run1.pcf and run1.row, for wxparaver"},
        {"tarry convert run1 --to csv -o events.csv", "a line for each event, by location"},
        {"tarry convert scorep-run/traces.otf2 --to merged", "one table in the order of time"},
        {"tarry convert run1 --to otf2 -o corrected", "run1 with corrected times, for any tool"}};
  }
  std::vector<std::string> description() const override {
    return {
        "chrome and perfetto are one format, JSON that Chrome (chrome://tracing) and Perfetto "
        "show: a process for each rank, a thread for each location, a slice for each visit of a "
        "region, in it a slice for each wait state, an arrow for each message, counters as curves. "
        "If the experiment was analyzed, the worst instance of each cause of waiting stands above "
        "the ranks.",
        "paraver are three files for Paraver: FILE.prv with states, events and communications, "
        "FILE.pcf with their names and FILE.row with those of ranks and threads. Calls of MPI have "
        "the numbers that Extrae gives them, so that Paraver's configurations work; wait states "
        "are "
        "events of type 99000001.",
        "Wait states and the sends of received messages are found as 'tarry analyze' finds them, "
        "whether or not the experiment was analyzed.",
        "csv has a line for each enter and leave, message, collective operation and OpenMP team, "
        "location after location; merged has the same lines in the order of time.",
        "otf2 is an archive in a directory, for tools that do not correct clocks: its times are "
        "the corrected ones. It holds the events that Tarry reads, and a warning counts what else "
        "there was.",
        "Times are corrected, in microseconds (JSON), nanoseconds (Paraver) or seconds (CSV) since "
        "the begin of the trace."};
  }
  OptionTable options() override {
    std::vector<std::string> formats;
    for (const auto& [format, file] : kFormats) formats.push_back(format);
    OptionTable table = {
        {.names = "trace", .target = &trace_, .help = "Experiment directory or traces.otf2"},
        {.names = "--to",
         .target = &format_,
         .help = "Format of the file",
         .choices = formats,
         .otherwise = "perfetto"},
        {.names = "-o,--output",
         .target = &output_,
         .help = "Write to this file; for otf2 a directory, which must not exist",
         .value = "FILE",
         .otherwise = "trace.json, trace.prv, events.csv, merged.csv or archive"},
        memory_option(memory_)};
    time_correction_.add_to(table);
    return table;
  }
  base::Result<int> run(const CommonOptions& common) override {
    CommandVoice voice(common);
    TRY_ASSIGN(const fs::path found, experiment::find_trace(trace_, voice, common.threads));
    if (compressed::is_compressed_trace(found))
      return base::Error{base::ErrorCode::Usage, "this trace is compressed", found.string(),
                         "'tarry expand' makes a trace of events from it"};
    const fs::path output = output_.empty() ? kFormats.at(format_) : output_;
    for (const fs::path& file : files(output)) TRY(check_no_part(file, found));
    if (format_ == "paraver" && output.extension() != ".prv")
      return base::Error{base::ErrorCode::Usage, "not a name of a Paraver trace", output.string(),
                         "Paraver finds the files that belong together by the ending .prv"};
    if (std::error_code ignored;
        format_ == "otf2" && fs::exists(fs::symlink_status(output, ignored)))
      return base::Error{base::ErrorCode::Exists, "the output exists", output.string(),
                         "choose another or remove it"};
    TRY_ASSIGN(const std::unique_ptr<model::TraceSource> source,
               trace::open_trace(found, time_correction_.value()));
    std::vector<std::string> warnings;
    TRY(write(*source, found, output, common, warnings));
    for (const std::string& warning : warnings) warn(common, warning);
    say(common, "wrote " + output.string() + what_next(output));
    return 0;
  }

 private:
  base::Status write(model::TraceSource& source, const fs::path& trace, const fs::path& output,
                     const CommonOptions& common, std::vector<std::string>& warnings) const {
    TRY_ASSIGN(const std::uint64_t limit, memory_limit(memory_));
    if (format_ == "csv" || format_ == "merged") {
      model::Anomalies anomalies = source.definition_anomalies();
      TRY(convert::write_event_table(
          source, format_ == "csv" ? convert::Order::ByLocation : convert::Order::ByTime, output,
          anomalies));
      warnings = anomalies.sentences();
      return base::kOk;
    }
    if (format_ == "otf2") {
      TRY_ASSIGN(const bool measured, trace::has_measured_times(trace));
      TRY_ASSIGN(const model::Anomalies unread,
                 trace::write_archive(source, output,
                                      measured ? trace::Times::Measured : trace::Times::MadeUp,
                                      common.threads));
      warnings = unread.sentences();
      return base::kOk;
    }
    const auto insights = [&](const model::VisitEvents& visit) -> base::Status {
      analysis::Options options;
      options.threads = common.threads;
      options.findings = false;
      options.visit = visit;
      options.memory_limit = limit;
      options.spill_directory = fs::absolute(output).parent_path();
      TRY_ASSIGN(analysis::Analysis analysis, analysis::analyze(source, options));
      warnings = std::move(analysis.cube.experiment.warnings);
      return base::kOk;
    };
    if (format_ == "paraver") return convert::write_paraver_trace(source, insights, output);
    return convert::write_chrome_trace(source, insights, findings(trace, common), output);
  }

  // Returns the files that are written, of which `output` is the first.
  [[nodiscard]] std::vector<fs::path> files(const fs::path& output) const {
    if (format_ != "paraver") return {output};
    fs::path beside = output;
    return {output, beside.replace_extension(".pcf"), beside.replace_extension(".row")};
  }

  [[nodiscard]] std::string what_next(const fs::path& output) const {
    if (format_ == "csv" || format_ == "merged") return "";
    if (format_ == "otf2")
      return "; analyze it: tarry analyze " + base::shell_line({output.string()});
    if (format_ == "paraver")
      return " with .pcf and .row; open it: wxparaver " + base::shell_line({output.string()});
    return "; open it at https://ui.perfetto.dev";
  }

  // Returns those of the analysis beside the trace, if there is one.
  [[nodiscard]] std::vector<model::Finding> findings(const fs::path& trace,
                                                     const CommonOptions& common) const {
    if (time_correction_.value() != trace::TimeCorrection::Full)
      return {};  // the times of the analysis are corrected
    const experiment::Experiment around = experiment::Experiment::around(trace);
    if (!around.has(experiment::Part::Analysis)) {
      say(common,
          "there is no analysis, so the worst instances of causes are not shown; make one: "
          "tarry analyze " +
              base::shell_line({trace_}));
      return {};
    }
    base::Result<model::SeverityCube> report =
        experiment::load_report_file(around.path(experiment::Part::Analysis).string());
    return report.ok() ? std::move(report->findings) : std::vector<model::Finding>();
  }

  std::string trace_;
  std::string format_ = "perfetto";
  std::string output_;
  std::string memory_ = kUnlimited;
  TimeCorrectionOptions time_correction_;
};

}  // namespace

std::unique_ptr<Command> make_convert_command() { return std::make_unique<ConvertCommand>(); }

}  // namespace tarry::cli
