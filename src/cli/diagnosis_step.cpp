// SPDX-License-Identifier: BSD-3-Clause
#include "cli/diagnosis_step.h"

#include "analysis/parallel/agree.h"
#include "base/atomic_file.h"
#include "sampling/recorded_samples.h"

namespace tarry::cli {
namespace {

// The sampler tells activations by their place on the stack (docs/decisions/029-sampling.md).
constexpr const char* kOneActivation =
    "Calls from the same place that follow each other within a sampling period are taken for one: "
    "durations per call are upper bounds, and a synchronisation of all ranks may not be "
    "recognised.";

base::Result<diagnosis::LabelTable> label_table(const std::string& more) {
  diagnosis::LabelTable made = diagnosis::LabelTable::standard();
  if (more.empty()) return made;
  TRY_ASSIGN(const std::string text, base::read_file(more));
  TRY(made.extend(text, more));
  return made;
}

}  // namespace

base::Result<diagnosis::Diagnosis> diagnose_samples(const std::filesystem::path& experiment,
                                                    const std::string& labels,
                                                    const Processes& processes) {
  analysis::Transport& transport = processes.transport();
  TRY(analysis::do_together(transport, [&]() -> base::Status {
    return processes.is_first() ? sampling::prepare_samples(experiment) : base::kOk;
  }));
  diagnosis::LabelTable table;
  sampling::SampleSet samples;
  TRY(analysis::do_together(transport, [&]() -> base::Status {
    TRY_ASSIGN(table, label_table(labels));
    TRY_ASSIGN(samples,
               sampling::read_recorded_samples(experiment, {transport.rank(), transport.size()}));
    return base::kOk;
  }));
  TRY_ASSIGN(diagnosis::Diagnosis made, diagnosis::diagnose(std::move(samples), table, transport));
  if (processes.is_first()) made.limits.emplace_back(kOneActivation);
  return made;
}

}  // namespace tarry::cli
