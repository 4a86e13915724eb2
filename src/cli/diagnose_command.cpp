// SPDX-License-Identifier: BSD-3-Clause
// tarry diagnose: where a sampled run loses time, how much, and why.
#include "analysis/parallel/team_transport.h"
#include "base/atomic_file.h"
#include "cli/command.h"
#include "cli/manifest.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/result_output.h"
#include "diagnosis/diagnosis.h"
#include "diagnosis/report/json_diagnosis.h"
#include "diagnosis/report/text_diagnosis.h"
#include "sampling/recorded_samples.h"

namespace tarry::cli {
namespace {

// The sampler tells activations by their place on the stack (docs/decisions/029-sampling.md).
constexpr const char* kOneActivation =
    "Calls from the same place that follow each other within a sampling period are taken for one: "
    "durations per call are upper bounds, and a synchronisation of all ranks may not be "
    "recognised.";

class DiagnoseCommand final : public Command {
 public:
  std::string name() const override { return "diagnose"; }
  std::string summary() const override { return "Show where a sampled run loses time, and why"; }
  std::vector<Example> examples() const override {
    return {{"tarry record --sample -o run1 mpirun -n 8 ./app", "samples of all threads"},
            {"tarry diagnose run1", "what costs most, with its causes and what to do"},
            {"tarry diagnose run1 --format json -o run1.json", "the same for programs"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Finds load imbalance, serialization, frequent communication, waits for partners, and "
        "large "
        "messages and files in the samples of 'tarry record --sample': severity (what the run "
        "could "
        "be shorter at most), call paths, causes and advice. Losses may overlap; do not add them.",
        "Clocks of hosts are aligned by the samples. What samples cannot tell (who came late, "
        "locks, "
        "the network) is said below the losses; a trace of that part does."};
  }
  OptionTable options() override {
    return {{.names = "experiment", .target = &input_, .help = "Experiment directory with samples"},
            output_.format_option({"text", "json"}),
            output_.file_option(),
            {.names = "--labels",
             .target = &labels_,
             .help = "More rules of what procedures do, before the standard ones",
             .value = "FILE"},
            {.names = "--then-trace"}};
  }
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<diagnosis::LabelTable> table() const;

  std::string input_;
  ResultOutput output_;
  std::string labels_;
};

base::Result<diagnosis::LabelTable> DiagnoseCommand::table() const {
  diagnosis::LabelTable made = diagnosis::LabelTable::standard();
  if (labels_.empty()) return made;
  TRY_ASSIGN(const std::string text, base::read_file(labels_));
  TRY(made.extend(text, labels_));
  return made;
}

base::Result<int> DiagnoseCommand::run(const CommonOptions& common) {
  TRY(check_output(output_.file, input_));
  TRY_ASSIGN(const diagnosis::LabelTable labels, table());
  TRY_ASSIGN(sampling::SampleSet samples, sampling::read_recorded_samples(input_));
  for (const std::string& warning : manifest_warnings(input_)) warn(common, warning);
  analysis::SoleProcess process;
  TRY_ASSIGN(diagnosis::Diagnosis made, diagnosis::diagnose(std::move(samples), labels, process));
  made.limits.emplace_back(kOneActivation);
  TRY(output_.put(output_.format == "json" ? diagnosis::json_diagnosis(made, input_)
                                           : diagnosis::text_diagnosis(made, input_),
                  common));
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_diagnose_command() { return std::make_unique<DiagnoseCommand>(); }

}  // namespace tarry::cli
