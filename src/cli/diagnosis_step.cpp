// SPDX-License-Identifier: BSD-3-Clause
#include "cli/diagnosis_step.h"

#include "analysis/parallel/agree.h"
#include "base/atomic_file.h"
#include "cli/experiment_contents.h"
#include "cli/manifest.h"
#include "cli/messages.h"
#include "cli/report_file.h"
#include "diagnosis/report/diagnosis_cube.h"
#include "report/cubex.h"
#include "sampling/recorded_samples.h"

namespace tarry::cli {
namespace {

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
                                                    const diagnosis::Wanted& wanted,
                                                    const Processes& processes,
                                                    const CommonOptions& common) {
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
  for (const std::string& warning : samples.warnings) warn(common, warning);
  return diagnosis::diagnose(std::move(samples), table, transport, wanted);
}

std::filesystem::path diagnosis_cube_path(const std::string& experiment, const std::string& file) {
  return file.empty() ? std::filesystem::path(experiment) / kDiagnosisName
                      : std::filesystem::path(file);
}

base::Status write_diagnosis_cube(const diagnosis::Diagnosis& made, const std::string& experiment,
                                  const std::string& file, const CommonOptions& common) {
  const base::Status written = report::write_cubex(diagnosis::diagnosis_cube(made, experiment),
                                                   diagnosis_cube_path(experiment, file).string());
  if (!written.ok() && !file.empty()) return written;
  if (!written.ok()) {
    warn(common,
         "no severity cube: " + written.error().message() + "; --cube FILE puts it elsewhere");
    return base::kOk;
  }
  // A report of an experiment that has events as well is of those.
  const std::string cube = diagnosis_cube_path(experiment, file).string();
  const auto shown = report_file(experiment, Preferred::Analysis);
  const bool is_shown = file.empty() && shown.ok() && *shown == cube;
  say(common, "more: tarry report " + shell_line({is_shown ? experiment : cube}));
  return base::kOk;
}

}  // namespace tarry::cli
