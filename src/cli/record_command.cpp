// SPDX-License-Identifier: BSD-3-Clause
// tarry record: runs a program under measurement, makes a trace from its event logs, and analyzes
// the trace. The program's own output is untouched; messages of tarry go to stderr.
#include <cstdlib>

#include "base/host_name.h"
#include "cli/command.h"
#include "cli/given_filter.h"
#include "cli/installation.h"
#include "cli/measured_launch.h"
#include "cli/messages.h"
#include "cli/metric_list.h"
#include "cli/record_filter.h"
#include "cli/record_settings.h"
#include "cli/recorded_analysis.h"
#include "cli/recording.h"
#include "compressed/live/fold_settings.h"
#include "experiment/compressed_trace.h"
#include "experiment/event_archive.h"
#include "experiment/experiment.h"
#include "experiment/samples.h"
#include "experiment/summary.h"
#include "trace/eventlog/clock_reading.h"

namespace tarry::cli {
namespace {

using experiment::Experiment;
using experiment::Manifest;

std::uint32_t threads_wanted() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  const long value = text != nullptr ? std::strtol(text, nullptr, 10) : 1;
  return value > 0 ? static_cast<std::uint32_t>(value) : 1;
}

class RecordCommand final : public Command {
 public:
  std::string name() const override { return "record"; }
  std::string summary() const override {
    return "Run a program under measurement, then analyze its trace";
  }
  std::vector<Example> examples() const override {
    return {
        {"tarry record mpirun -n 8 ./lulesh -s 20", "measure 8 ranks and report where they wait"},
        {"tarry record -o run1 srun -n 64 ./app", "keep everything in the directory run1"},
        {"tarry record --buffer 64M --no-analyze mpirun -n 4 ./app",
         "larger buffers; analyze later with: tarry analyze <directory>"},
        {"tarry record --metrics page-faults,context-switches ./app",
         "counters of every region; tarry record --list-metrics lists the counters"},
        {"tarry record --profile mpirun -n 8 ./app",
         "where the time goes in a run of any length: no trace, only its summary"},
        {"tarry record --compressed mpirun -n 8 ./app",
         "keep only the communication, in a file that hardly grows with the run"},
        {"tarry record --compressed --statistics ./faults.so mpirun -n 8 ./app",
         "your own numbers of each call"},
        {"tarry record --sample mpirun -n 8 ./app",
         "where the time goes in any program, at next to no cost: samples of its call paths"},
        {"tarry record --sample --trace mpirun -n 8 ./app",
         "samples and a trace of the same run, for tarry diagnose and tarry analyze"},
        {"tarry record --config run1/experiment.json",
         "the command and the settings of run1 again"},
        {"tarry record ./openmp_app", "a program without MPI"}};
  }

  std::vector<std::string> description() const override {
    return {
        "Starts the launcher with a library preloaded into the program that it starts. The program "
        "need "
        "not be changed or built again; it keeps its output and exit status.",
        "An experiment directory keeps what is recorded: traces.otf2, traces.def and traces/ (an "
        "OTF2 archive), analysis.cubex (the wait states found in it), summary.cubex (visits, times "
        "and messages of every call path, summed up while the program runs), experiment.json (what "
        "was run, where and how it ended) and tarry.log.",
        "--profile, --trace and --compressed select what is kept: by default the summary and the "
        "trace. A summary takes the same memory and disk however long the program runs. "
        "--compressed alone keeps compressed/trace.tct, made while the program runs.",
        "--sample keeps samples of the call paths of every thread in samples/. It works with any "
        "program as it is, with and without symbols. Alone it records no events; with --profile, "
        "--trace or --compressed the samples and the events are of the same run.",
        "An option wins over the environment variable that does the same, the variable over the "
        "file that --config names. If that file is the experiment.json of an earlier run, its "
        "settings apply again, and so does its command if none is given; its environment variables "
        "are not set again."};
  }

  std::string takes_command() const override { return "launcher and program"; }
  void set_command(std::vector<std::string> words) override { words_ = std::move(words); }

  OptionTable options() override {
    OptionTable table = {
        {.names = "-o,--output",
         .target = &output_,
         .help = "Experiment directory; must not exist",
         .value = "DIR",
         .otherwise = "tarry-<program>-<ranks>x<threads>-<time>"},
        {.names = "--force",
         .target = &force_,
         .help = "Replace the experiment directory if there is one"},
        {.names = "--no-analyze", .target = Clears{&analyze_}, .help = "Only record"},
        {.names = "--list-metrics",
         .target = &list_metrics_,
         .help = "List the counters of this machine for --metrics and stop; words after it select "
                 "the counters whose names contain one of them"}};
    for (Option& option : settings_.options()) table.push_back(std::move(option));
    return table;
  }

  base::Result<int> run(const CommonOptions& common) override {
    if (list_metrics_) return print_metrics(words_, common);
    TRY(settings_.resolve());
    if (words_.empty()) repeat_command(common);
    if (words_.empty())
      return base::Error{base::ErrorCode::Usage, "there is no program to run", "",
                         "for example: tarry record mpirun -n 4 ./program"};
    settings_.choose_what_to_keep();
    TRY(settings_.check_options());
    TRY(settings_.check_bounds());
    TRY(settings_.check_counters());
    filter::Filter filter;
    const std::string filter_file = settings_.filter_file();
    if (!filter_file.empty()) {
      TRY_ASSIGN(filter, read_given_filter(filter_file, common));
    }
    TRY_ASSIGN(const Installation installation, find_installation());
    TRY_ASSIGN(const MeasuredLaunch launch,
               settings_.records_events()
                   ? prepare_launch(words_, installation, settings_.openmp_wish(),
                                    settings_.sampled_programs())
                   : prepare_sampled_launch(words_, installation));
    if (launch.takes_samples && !settings_.takes_samples()) settings_.take_usual_samples();
    const std::optional<std::uint32_t> ranks = launch.plan.ranks();
    Manifest manifest = first_manifest(launch);
    TRY(check_ranks(filter, ranks));
    TRY_ASSIGN(const Experiment experiment,
               output_.empty() ? Experiment::create_unused(experiment::default_name(
                                     manifest.program, ranks, threads_wanted(), manifest.start))
                               : Experiment::create(output_, force_));
    if (!filter_file.empty())
      TRY(write_record_filter(experiment, filter_file, filter, launch.programs));
    for (const std::string& note : launch.notes) say(common, note);
    for (const std::string& warning : launch.warnings) warn(common, warning);
    for (const std::string& reason : launch.reasons) detail(common, reason);
    for (const std::string& setting : settings_.explanations())
      detail(common, "setting " + setting);
    std::vector<std::string> variables = settings_.variables();
    variables.push_back(std::string(trace::eventlog::kExperimentVariable) + "=" +
                        experiment.directory().string());
    manifest.start_ns = trace::eventlog::nanoseconds(CLOCK_REALTIME);
    variables.push_back(std::string(trace::eventlog::kStartVariable) + "=" +
                        std::to_string(manifest.start_ns));
    manifest.launched = launch.command(installation, variables);

    Recording recording(experiment, std::move(manifest), products(common),
                        HostFolders(installation, launch.plan), common);
    recording.rename_when_ranks_known = output_.empty() && !ranks;
    return recording.run(output_.empty() ? experiment.directory().filename().string() : output_);
  }

 private:
  void repeat_command(const CommonOptions& common) {
    const Config& earlier = settings_.config();
    words_ = earlier.command;
    std::error_code ignored;
    const std::string here = std::filesystem::current_path(ignored).string();
    if (!words_.empty() && !earlier.directory.empty() && earlier.directory != here)
      warn(common,
           "this run starts in " + here + ", the earlier one started in " + earlier.directory);
  }

  // Returns the products in the order in which they are concluded.
  [[nodiscard]] experiment::Products products(const CommonOptions& common) const {
    using experiment::CompressedTrace;
    experiment::Products out;
    const bool keeps_trace = settings_.is_on("trace");
    if (settings_.is_on("compressed"))
      out.add(std::make_unique<CompressedTrace>(
          compressed::fold_options(settings_.values()),
          keeps_trace ? CompressedTrace::Source::Archive : CompressedTrace::Source::Processes));
    if (keeps_trace) out.add(std::make_unique<experiment::EventArchive>());
    if (keeps_trace && analyze_) out.add(std::make_unique<RecordedAnalysis>(common));
    if (settings_.is_on("profile")) out.add(std::make_unique<experiment::Summary>());
    if (settings_.takes_samples())
      out.add(std::make_unique<experiment::Samples>(settings_.has_asked_for_samples()));
    return out;
  }

  [[nodiscard]] Manifest first_manifest(const MeasuredLaunch& launch) const {
    Manifest out;
    out.command = words_;
    std::error_code ignored;
    out.directory = std::filesystem::current_path(ignored).string();
    out.program = launch.programs.front().path;
    out.host = base::host_name();
    if (launch.mpi) {
      out.mpi_name = launch.mpi->name;
      out.mpi_soname = launch.mpi->soname;
    }
    out.warnings = launch.warnings;
    if (launch.mpi)
      if (std::string left_out = settings_.mpi_calls_left_out(); !left_out.empty())
        out.warnings.push_back(std::move(left_out));
    out.options = settings_.values();
    out.settings = settings_.effective();
    out.environment = experiment::relevant_environment();
    out.start = std::time(nullptr);
    return out;
  }

  std::vector<std::string> words_;
  std::string output_;
  RecordSettings settings_;
  bool force_ = false;
  bool analyze_ = true;
  bool list_metrics_ = false;
};

}  // namespace

std::unique_ptr<Command> make_record_command() { return std::make_unique<RecordCommand>(); }

}  // namespace tarry::cli
