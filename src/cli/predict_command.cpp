// SPDX-License-Identifier: BSD-3-Clause
// tarry predict: simulates the calls of a compressed trace on a network, as recorded or with
// changes.
#include <filesystem>
#include <iostream>

#include "base/shell_line.h"
#include "base/temporary_directory.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/prediction_report.h"
#include "cli/simulation_options.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class PredictCommand final : public Command {
 public:
  std::string name() const override { return "predict"; }
  std::string summary() const override { return "Predict a run from its compressed trace"; }
  std::vector<Example> examples() const override {
    return {{"tarry predict p256.tct -o p256",
             "a trace of events on a network like the recorded one, with its analysis"},
            {"tarry predict run1 --latency 1us --bandwidth 25G", "on another network"},
            {"tarry predict run1 --computation solve=0.5",
             "if what leads to calls below solve took half "
             "the time"},
            {"tarry predict run1 --collective MPI_Allreduce=ring", "with another algorithm"},
            {"tarry predict run1 --platform cluster.xml --ranks-per-node 32",
             "on a platform that SimGrid describes"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Simulates every MPI call of a compressed trace: messages with their protocols and links, "
        "collective operations with a cost for each class. Computation between calls is as "
        "recorded. Prints run time, waiting and efficiencies; with -o keeps the simulated run as "
        "an OTF2 trace with its analysis.",
        "With --computation, --message-size, --collective, --latency or --bandwidth the result "
        "also says how it differs from the run without these changes.",
        "Ranks that would wait for ever are reported with the ranks that they wait for. What was "
        "simulated until then is kept, and the exit status is 1."};
  }
  OptionTable options() override {
    OptionTable table = {{.names = "trace",
                          .target = &trace_,
                          .help = "Compressed trace (.tct), or experiment directory with one"},
                         {.names = "-o,--output",
                          .target = &output_,
                          .help = "Directory to make for the simulated run",
                          .value = "DIR",
                          .otherwise = "none is kept"},
                         {.names = "--format",
                          .target = &format_,
                          .help = "How to show the result",
                          .choices = {"text", "json"},
                          .otherwise = "text"},
                         {.names = "--no-analyze",
                          .target = Clears{&analyzes_},
                          .help = "Simulate only: no waiting, no efficiencies"}};
    for (Option& option : simulation_.of_network()) table.push_back(std::move(option));
    for (Option& option : simulation_.of_changes()) table.push_back(std::move(option));
    return table;
  }

  base::Result<int> run(const CommonOptions& common) override {
    std::error_code ignored;
    if (!output_.empty() && fs::exists(fs::symlink_status(output_, ignored)))
      return base::Error{base::ErrorCode::Exists, "the output exists", output_,
                         "choose another or remove it"};
    TRY_ASSIGN(const compressed::Trace trace, read_compressed(trace_));
    TRY_ASSIGN(const ChosenSimulation chosen, simulation_.chosen(trace, trace.ranks));
    for (const std::string& note : trace.notes) warn(common, "a note of the trace: " + note);
    TRY_ASSIGN(const base::TemporaryDirectory temporary, base::TemporaryDirectory::make());
    // Without an analysis nobody reads what is not kept.
    const auto place = [&](const char* name) {
      return analyzes_ ? temporary.path() / name : fs::path();
    };
    Prediction prediction;
    TRY_ASSIGN(prediction.run, predict_run(trace, chosen.options,
                                           output_.empty() ? place("changed") : fs::path(output_),
                                           analyzes_, common));
    if (!chosen.changes.empty() && prediction.run.is_complete()) {
      TRY_ASSIGN(prediction.unchanged,
                 predict_run(trace, chosen.unchanged, place("unchanged"), analyzes_, common));
      if (!prediction.unchanged->is_complete()) prediction.unchanged.reset();
    }
    return show(prediction, trace, chosen, common);
  }

 private:
  base::Result<int> show(const Prediction& prediction, const compressed::Trace& trace,
                         const ChosenSimulation& chosen, const CommonOptions& common) const {
    if (format_ == "json")
      std::cout << prediction_json(prediction, trace, chosen) << std::flush;
    else if (prediction.run.is_complete())
      std::cout << prediction_text(prediction, trace, chosen) << std::flush;
    if (!prediction.run.is_complete()) {
      for (const std::string& line : stuck_lines(prediction.run)) warn(common, line);
      return base::Error{base::ErrorCode::Failed, stuck_summary(prediction.run, trace.ranks),
                         trace_,
                         output_.empty() ? "-o DIR keeps what was simulated until then"
                                         : "what was simulated until then is in " + output_};
    }
    if (!output_.empty())
      say(common, (analyzes_ ? "more: tarry report " : "next: tarry analyze ") +
                      base::shell_line({output_}));
    return 0;
  }

  std::string trace_, output_;
  std::string format_ = "text";
  bool analyzes_ = true;
  SimulationOptions simulation_;
};

}  // namespace

std::unique_ptr<Command> make_predict_command() { return std::make_unique<PredictCommand>(); }

}  // namespace tarry::cli
