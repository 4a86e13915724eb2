// SPDX-License-Identifier: BSD-3-Clause
// tarry analyze: finds the wait states of a trace of Tarry or Score-P and writes a .cubex beside
// it.
#include <iostream>

#include "analysis/patterns/catalogue.h"
#include "base/shell_line.h"
#include "cli/analysis_step.h"
#include "cli/command.h"
#include "cli/compressed_analysis.h"
#include "cli/memory_limit.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/pattern_files.h"
#include "cli/supposition.h"
#include "cli/time_correction.h"
#include "compressed/format/trace_file.h"
#include "experiment/finish_recording.h"
#include "experiment/missing.h"
#include "experiment/report_file.h"
#include "model/wait_states.h"
#include "report/prospect_text.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using experiment::Experiment;
using experiment::Part;

std::vector<std::string> words_of(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const std::string& list : lists)
    for (std::string& word : split_list(list)) words.push_back(std::move(word));
  return words;
}

std::string known_patterns() {
  std::string ids;
  for (const model::WaitStateInfo& pattern : model::all_wait_states())
    ids += (ids.empty() ? "" : ", ") + std::string(info(pattern.metric).id);
  return ids;
}

class AnalyzeCommand final : public Command {
 public:
  std::string name() const override { return "analyze"; }
  std::string summary() const override { return "Find the wait states of a recorded trace"; }
  std::vector<Example> examples() const override {
    return {{"tarry analyze tarry-heat-4x1-20250101-120000",
             "analyze an experiment; the result is analysis.cubex in it"},
            {"tarry analyze scorep-run/traces.otf2 -o run.cubex", "a trace that Score-P wrote"},
            {"tarry analyze -j 4 run1", "with four threads; the result is the same for any number"},
            {"tarry analyze --patterns mpi_latesender,mpi_collective run1",
             "two kinds of wait states only"},
            {"tarry analyze --pattern fill.pattern run1",
             "a pattern of one's own, which becomes a metric of the report"},
            {"tarry analyze --what-if relax --on 3 --factor 0.5 run1",
             "what would the run gain if relax on rank 3 took half the time?"},
            {"tarry analyze --memory 4G run1", "a trace with more records than memory"},
            {"tarry analyze run1/compressed/trace.tct -o run1.cubex",
             "a compressed trace: times, messages and bytes, and bounds of waiting"},
            {"mpirun -n 16 tarry analyze run1", "on 16 processes, on one machine or on several"}};
  }

  std::vector<std::string> description() const override {
    return {
        "Reads a trace that 'tarry record' or Score-P wrote, finds out where its processes wait "
        "for each other, and writes a .cubex file that 'tarry report' and the Cube tools read.",
        "A damaged or truncated trace is analyzed as far as it is sound; standard error and every "
        "report say what was left out.",
        "A compressed trace (.tct) is analyzed as it is. Its analysis has visits, messages and "
        "bytes of every rank, times that are averages over similar ranks, and bounds of waiting at "
        "successive collective operations. Options about wait states and delays do not apply to "
        "it.",
        "Wait states that --patterns and --skip know: " + known_patterns() + "."};
  }

  bool runs_together() const override { return true; }

  OptionTable options() override {
    OptionTable table = {
        {.names = "trace", .target = &trace_, .help = "Experiment directory, traces.otf2 or .tct"},
        {.names = "-o,--output",
         .target = &output_,
         .help = "File to write",
         .value = "FILE",
         .otherwise = "analysis.cubex beside the trace"},
        {.names = "--patterns",
         .target = &only_,
         .help = "Look for these wait states only: metric ids separated by commas, each with all "
                 "metrics below it",
         .value = "LIST"},
        {.names = "--skip",
         .target = &skip_,
         .help = "Leave out these wait states; values of the others stay the same",
         .value = "LIST"},
        {.names = "--pattern",
         .target = &pattern_files_,
         .help = "Look for patterns of this file, too: declared in a text (.pattern), or a "
                 "plug-in in Python (.py) or C++ (.so); see docs/how-to/add-a-pattern.md",
         .value = "FILE"},
        pattern_limits_option(pattern_limits_),
        memory_option(memory_),
        {.names = "--delay-model",
         .target = &cost_model_,
         .help = "How the cost of a wait is divided between the extra work of its cause and the "
                 "waits of the cause: in proportion, or on the waits first",
         .value = "MODEL",
         .choices = {"proportional", "waitfirst", "both"},
         .otherwise = "both"},
        {.names = "--delay-clamp",
         .target = &clamp_delays_,
         .help = "Charge for a message at most the time that its cause took longer, as Scalasca "
                 "does; the rest is unattributed"},
        {.names = "--no-findings",
         .target = Clears{&findings_},
         .help = "Leave out the gains of removing delays and the time on an ideal network; this "
                 "saves a third of the work"},
        {.names = "--no-samples",
         .target = Clears{&samples_},
         .help = "Ignore the samples beside the trace, which divide the time between calls among "
                 "functions"},
        {.names = "--what-if",
         .target = &supposed_.what_if,
         .help = "Say what the run would gain if this region or call path, with what it computes "
                 "below, took no time",
         .value = "PLACE",
         .excludes = "--balance"},
        {.names = "--balance",
         .target = &supposed_.balance,
         .help = "Say what the run would gain if all that execute this region or call path took "
                 "equally long between any two operations of all processes",
         .value = "PLACE"},
        {.names = "--on",
         .target = &supposed_.on,
         .help = "With --what-if or --balance: on these ranks only, such as 0,4-7",
         .value = "RANKS",
         .otherwise = "all"},
        {.names = "--factor",
         .target = &supposed_.factor,
         .help = "With --what-if: it takes F times as long",
         .value = "F",
         .otherwise = "0"},
        {.names = "--rma-progress",
         .target = &rma_progress_,
         .help = "Find waits for the progress of a target in all calls of lock epochs, without "
                 "evidence; wrong where the network needs no help of the target"}};
    time_correction_.add_to(table);
    return table;
  }

  base::Result<int> run(const CommonOptions& common) override {
    return Processes::run(
        "tarry analyze: the launcher ended this process, probably because another process had "
        "died; no report was written\n",
        [&](const Processes& processes) { return analyze(common, processes); });
  }

 private:
  base::Result<int> analyze(const CommonOptions& common, const Processes& processes) const {
    AnalysisWishes wishes;
    wishes.time_correction = time_correction_.value();
    wishes.made_up_times = time_correction_.is_asked();
    wishes.cost_model = cost_model_;
    wishes.clamp_delays = clamp_delays_;
    wishes.rma_progress = rma_progress_;
    wishes.findings = findings_;
    wishes.samples = samples_;
    wishes.is_beside = output_.empty();
    TRY_ASSIGN(wishes.memory_limit, memory_limit(memory_));
    TRY_ASSIGN(wishes.left_out, analysis::metrics_left_out(words_of(only_), words_of(skip_)));
    TRY_ASSIGN(wishes.patterns,
               read_pattern_files(pattern_files_, pattern_limits_, wishes.left_out, processes));
    // One process looks for the trace: a recording may have to be finished first.
    TRY_ASSIGN(const fs::path trace, processes.on_first([&]() -> base::Result<std::string> {
      TRY_ASSIGN(const bool summary_saved, save_summary(common));
      if (summary_saved) return std::string();
      CommandVoice voice(common);
      TRY_ASSIGN(const fs::path found, experiment::find_trace(trace_, voice, common.threads));
      TRY(check_output(output_, found));
      return found.string();
    }));
    if (trace.empty()) return 0;
    std::error_code ignored;
    const bool by_directory = output_.empty() && fs::is_directory(trace_, ignored);
    const fs::path beside = by_directory ? fs::path(trace_) : trace.parent_path();
    const fs::path output =
        output_.empty() ? Experiment(beside).path(Part::Analysis) : fs::path(output_);
    const std::string shown = by_directory ? trace_ : output.string();
    if (compressed::is_compressed_trace(trace)) {
      if (!processes.is_first()) return 0;  // the trace is small
      return analyze_compressed(trace, output, shown, common);
    }
    TRY_ASSIGN(wishes.supposition, supposition_of(supposed_));
    TRY_ASSIGN(const analysis::Analysis found,
               analyze_to(trace, output, common, processes, wishes));
    if (!processes.is_first()) return 0;
    const model::SeverityCube& cube = found.cube;
    if (found.prospect) std::cout << report::prospect_text(*found.prospect, cube) << std::flush;
    say_findings(cube, shown, common);
    return 0;
  }

  // Finishes the recording. Returns true if nothing remains to be done because the recording was to
  // have a summary and no trace.
  [[nodiscard]] base::Result<bool> save_summary(const CommonOptions& common) const {
    const Experiment experiment(trace_);
    CommandVoice voice(common);
    TRY_ASSIGN(const bool finished,
               experiment::finish_recording(experiment, voice, common.threads));
    const bool only_summary = experiment.has(Part::Summary) && !experiment.has(Part::Archive) &&
                              !experiment.has(Part::Compressed);
    if (!finished || !only_summary || !output_.empty() || supposed_.is_asked()) return false;
    TRY_ASSIGN(const model::SeverityCube cube,
               experiment::load_report_file(experiment.path(Part::Summary).string()));
    for (const std::string& warning : cube.experiment.warnings) warn(common, warning);
    say(common, "the run-time summary is saved; there is no trace to analyze");
    say(common, "next: tarry report " + base::shell_line({trace_}));
    return true;
  }

  base::Result<int> analyze_compressed(const fs::path& trace, const fs::path& output,
                                       const std::string& shown,
                                       const CommonOptions& common) const {
    if (supposed_.is_asked())
      return base::Error{base::ErrorCode::Unsupported,
                         "what-if questions need the order of events in time", trace.string(),
                         "ask them of an OTF2 trace; 'tarry expand' makes one"};
    if (!pattern_files_.empty())
      return base::Error{base::ErrorCode::Unsupported, "patterns need the events of a trace",
                         trace.string(), "analyze an OTF2 trace; 'tarry expand' makes one"};
    TRY_ASSIGN(const model::SeverityCube cube, write_compressed_analysis(trace, output));
    for (const std::string& warning : cube.experiment.warnings) warn(common, warning);
    say(common, "more: tarry report " + base::shell_line({shown}));
    const std::string summary =
        experiment::more_than_analysis(Experiment(shown));  // nothing if the output is elsewhere
    if (!summary.empty()) say(common, summary);
    return 0;
  }

  std::string trace_;
  std::string output_;
  std::string memory_ = kUnlimited;
  std::vector<std::string> only_, skip_, pattern_files_;
  std::string pattern_limits_ = kPatternLimits;
  std::string cost_model_ = "both";
  SuppositionWords supposed_;
  bool findings_ = true;
  bool samples_ = true;
  TimeCorrectionOptions time_correction_;
  bool clamp_delays_ = false;
  bool rma_progress_ = false;
};

}  // namespace

std::unique_ptr<Command> make_analyze_command() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace tarry::cli
