// SPDX-License-Identifier: BSD-3-Clause
// tarry compress: writes the communication of a trace into a file that hardly grows with time steps
// and ranks.
#include <filesystem>

#include "base/shell_line.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/setting_options.h"
#include "cli/time_correction.h"
#include "compressed/finish/finish_compressed.h"
#include "compressed/format/trace_file.h"
#include "compressed/live/fold_settings.h"
#include "experiment/compressed_trace.h"
#include "experiment/experiment.h"
#include "experiment/finish_recording.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class CompressCommand final : public Command {
 public:
  std::string name() const override { return "compress"; }
  std::string summary() const override {
    return "Make a compressed trace of the communication in a trace";
  }
  std::vector<Example> examples() const override {
    return {{"tarry compress run1", "writes run1/compressed/trace.tct"},
            {"tarry compress scorep-run/traces.otf2 -o run.tct", "a trace that Score-P wrote"},
            {"tarry compress --stack-threshold 1 --histogram-threshold 64 run1 -o small.tct",
             "a smaller file that does not keep every value"}};
  }
  std::vector<std::string> description() const override {
    return {
        "The compressed trace keeps which MPI calls each rank made, from where, in which order and "
        "with which values; times become histograms. Loops of the program become loops of the "
        "file, ranks that do the same share its lines. 'tarry print' shows the file, 'tarry "
        "expand' turns it into a trace of events.",
        "Standard error and the file itself say what could not be kept: calls of other libraries, "
        "sizes of windows and displacements of one-sided communication, records of damaged "
        "traces."};
  }
  OptionTable options() override {
    OptionTable table = {
        {.names = "trace", .target = &trace_, .help = "Experiment directory or traces.otf2"},
        {.names = "-o,--output",
         .target = &output_,
         .help = "File to write",
         .value = "FILE",
         .otherwise = "compressed/trace.tct beside the trace"},
        {.names = "--text", .target = &text_, .help = "Write the file as text"}};
    time_correction_.add_to(table);
    for (Option& option : settings_.of_folding()) table.push_back(std::move(option));
    return table;
  }
  base::Result<int> run(const CommonOptions& common) override {
    experiment::CompressWishes wishes;
    TRY_ASSIGN(const SettingValues values, settings_.values());
    wishes.fold = compressed::fold_options(values);
    wishes.time_correction = time_correction_.value();
    wishes.as_text = text_;
    wishes.threads = common.threads;
    CommandVoice voice(common);
    const bool was_unfinished = compressed::has_process_traces(trace_);
    TRY_ASSIGN(const fs::path found, experiment::find_trace(trace_, voice, common.threads));
    TRY(check_output(output_, found));
    if (compressed::is_compressed_trace(found))
      return was_unfinished ? keep_finished(found, common,
                                            !values.empty() || wishes.time_correction !=
                                                                   trace::TimeCorrection::Full)
                            : compressed_already(found);
    const fs::path output =
        output_.empty()
            ? experiment::Experiment::around(found).make_room(experiment::Part::Compressed)
            : fs::path(output_);
    TRY(experiment::compress_to(found, output, wishes, voice));
    return say_next(output, common);
  }

 private:
  // Handles a recording with --compressed whose `tarry record` ended too early: its calls have been
  // folded by now.
  base::Result<int> keep_finished(const fs::path& made, const CommonOptions& common,
                                  bool wants_other) const {
    if (wants_other)
      warn(common,
           "the calls were folded with the options of 'tarry record'; options of folding are "
           "ignored now");
    const fs::path output = output_.empty() ? made : fs::path(output_);
    if (!output_.empty() || text_) {
      TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(made.string()));
      TRY(compressed::write_trace(output.string(), trace,
                                  text_ ? compressed::Packing::Text : compressed::Packing::Zstd));
    }
    return say_next(output, common);
  }

  static base::Error compressed_already(const fs::path& trace) {
    return {base::ErrorCode::Exists, "the trace is compressed already", trace.string(),
            "tarry print " + base::shell_line({trace.string()}) + " shows it"};
  }

  static int say_next(const fs::path& output, const CommonOptions& common) {
    say(common, "next: tarry print " + base::shell_line({output.string()}));
    return 0;
  }

  std::string trace_;
  std::string output_;
  SettingOptions settings_;
  TimeCorrectionOptions time_correction_;
  bool text_ = false;
};

}  // namespace

std::unique_ptr<Command> make_compress_command() { return std::make_unique<CompressCommand>(); }

}  // namespace tarry::cli
