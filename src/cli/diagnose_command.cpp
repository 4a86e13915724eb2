// SPDX-License-Identifier: BSD-3-Clause
// tarry diagnose: shows where a sampled run loses time, how much, and why.
#include "cli/command.h"
#include "cli/diagnosis_step.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/result_output.h"
#include "cli/then_trace.h"
#include "diagnosis/report/html_diagnosis.h"
#include "diagnosis/report/json_diagnosis.h"
#include "diagnosis/report/text_diagnosis.h"
#include "experiment/experiment.h"
#include "workers/agree.h"

namespace tarry::cli {
namespace {

class DiagnoseCommand final : public Command {
 public:
  std::string name() const override { return "diagnose"; }
  std::string summary() const override { return "Show where a sampled run loses time, and why"; }
  std::vector<Example> examples() const override {
    return {{"tarry record --sample -o run1 mpirun -n 8 ./app", "samples of all threads"},
            {"tarry diagnose run1", "what costs most, with its causes and what to do"},
            {"tarry diagnose run1 --format html -o run1.html",
             "as a picture of time and ranks, for a browser"},
            {"tarry diagnose run1 --format json -o run1.json", "the same for programs"},
            {"tarry report run1 --metric load_imbalance",
             "which ranks and call paths have a loss in a diagnosed run"},
            {"mpirun -n 16 tarry diagnose run1", "on 16 processes, on one machine or on several"},
            {"tarry diagnose run1 --then-trace",
             "run the program again, and trace two seconds of the worst loss"},
            {"tarry diagnose run1 --then-trace --dry-run --finding 2",
             "only write the filter for the second loss, and show the command"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Finds load imbalance, serialization, frequent communication, waits for partners, and "
        "large messages and files in the samples of 'tarry record --sample'. Each loss has a "
        "severity (the most time that the run could save), call paths, causes and advice. Losses "
        "may overlap; do not add them.",
        "The severity cube, diagnosis.cubex in the experiment unless --cube says otherwise, has "
        "the losses and the sampled time by call path and location: 'tarry report' and the Cube "
        "tools read it.",
        "The samples align the clocks of the hosts. The lines below the losses name what samples "
        "cannot tell, such as late partners, locks and the network; a trace of that part can tell "
        "it.",
        "--then-trace makes that trace: it writes a filter with the time window and the functions "
        "that matter (finding-N.filter in the experiment directory), runs the command of the "
        "sampled run again, in its directory and with its environment, as 'tarry record --trace "
        "--filter' would (-o names its experiment directory), and shows which ranks make which "
        "others wait."};
  }
  bool runs_together() const override { return true; }
  OptionTable options() override {
    OptionTable table = {
        {.names = "experiment", .target = &input_, .help = "Experiment directory with samples"},
        output_.format_option({"text", "json", "html"}),
        output_.file_option(),
        {.names = "--cube",
         .target = &cube_,
         .help = "Where to write the severity cube of the diagnosis",
         .value = "FILE",
         .otherwise = "diagnosis.cubex in the experiment"},
        {.names = "--labels",
         .target = &labels_,
         .help = "Rules that say what procedures do; they apply before the standard ones",
         .value = "FILE"}};
    for (Option& option : then_trace_.options()) table.push_back(std::move(option));
    return table;
  }
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Status check_outputs(const Processes& processes) const;
  std::string formatted(const diagnosis::Diagnosis& made) const;
  base::Result<int> diagnose(const CommonOptions& common, const Processes& processes) const;

  std::string input_;
  ResultOutput output_;
  std::string cube_;
  std::string labels_;
  ThenTrace then_trace_;
};

base::Result<int> DiagnoseCommand::run(const CommonOptions& common) {
  return Processes::run(
      "tarry diagnose: the launcher ended this process, probably because another process had died; "
      "no diagnosis was written\n",
      [&](const Processes& processes) { return diagnose(common, processes); });
}

base::Status DiagnoseCommand::check_outputs(const Processes& processes) const {
  TRY(check_output(output_.file, input_));
  TRY(check_output(cube_, input_));
  std::error_code ignored;
  const std::filesystem::path cube = diagnosis_cube_path(experiment::Experiment(input_), cube_);
  const bool are_apart =
      output_.file.empty() || std::filesystem::weakly_canonical(output_.file, ignored) !=
                                  std::filesystem::weakly_canonical(cube, ignored);
  if (are_apart) return then_trace_.check(input_, output_, processes.size());
  return base::Error{base::ErrorCode::Usage, "the severity cube is written to this file",
                     output_.file, "name another file with -o or --cube"};
}

std::string DiagnoseCommand::formatted(const diagnosis::Diagnosis& made) const {
  if (output_.format == "json") return diagnosis::json_diagnosis(made, input_);
  if (output_.format == "html") return diagnosis::html_diagnosis(made, input_);
  return diagnosis::text_diagnosis(made, input_);
}

base::Result<int> DiagnoseCommand::diagnose(const CommonOptions& common,
                                            const Processes& processes) const {
  TRY(workers::do_together(processes.transport(), [&]() -> base::Status {
    return processes.is_first() ? check_outputs(processes) : base::kOk;
  }));
  const experiment::Experiment experiment(input_);
  const diagnosis::Wanted wanted{.picture = output_.format == "html", .severities = true};
  TRY_ASSIGN(const diagnosis::Diagnosis made,
             diagnose_samples(experiment, labels_, wanted, processes, common));
  if (!processes.is_first()) return 0;
  for (const std::string& warning : warnings_of_samples(experiment)) warn(common, warning);
  TRY(then_trace_.check_finding(made));
  if (!then_trace_.is_dry_run()) {
    // With --then-trace, --output names the directory of the trace.
    TRY((then_trace_.is_wanted() ? ResultOutput{} : output_).put(formatted(made), common));
    TRY(write_diagnosis_cube(made, experiment, cube_, common));
  }
  return then_trace_.is_wanted() ? then_trace_.run(input_, made, output_.file, common) : 0;
}

}  // namespace

std::unique_ptr<Command> make_diagnose_command() { return std::make_unique<DiagnoseCommand>(); }

}  // namespace tarry::cli
