// SPDX-License-Identifier: BSD-3-Clause
#include "cli/diagnosis_step.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/shell_line.h"
#include "cli/messages.h"
#include "diagnosis/report/diagnosis_cube.h"
#include "experiment/lock.h"
#include "experiment/report_file.h"
#include "experiment/samples.h"
#include "report/cubex.h"
#include "samples/missing_samples.h"
#include "samples/recorded_samples.h"
#include "workers/agree.h"

namespace tarry::cli {
namespace {

base::Result<diagnosis::LabelTable> label_table(const std::string& more) {
  diagnosis::LabelTable made = diagnosis::LabelTable::standard();
  if (more.empty()) return made;
  TRY_ASSIGN(const std::string text, base::read_file(more));
  TRY(made.extend(text, more));
  return made;
}

// Adds the missing samples to the limits, so that a reader of the report alone knows of them.
void add_missing(const experiment::Experiment& experiment, diagnosis::Diagnosis& to) {
  for (const std::string& missing : samples::missing_samples(experiment.directory()))
    to.limits.push_back("Samples are missing: " + missing + '.');
}

}  // namespace

base::Result<diagnosis::Diagnosis> diagnose_samples(const experiment::Experiment& experiment,
                                                    const std::string& labels,
                                                    const diagnosis::Wanted& wanted,
                                                    const Processes& processes,
                                                    const CommonOptions& common) {
  workers::Transport& transport = processes.transport();
  TRY(workers::do_together(transport, [&]() -> base::Status {
    if (!processes.is_first()) return base::kOk;
    const base::Status over = experiment::check_samples_are_over(experiment.directory());
    return over.ok() ? samples::prepare_samples(experiment.directory()) : over;
  }));
  diagnosis::LabelTable table;
  samples::SampleSet samples;
  TRY(workers::do_together(transport, [&]() -> base::Status {
    TRY_ASSIGN(table, label_table(labels));
    TRY_ASSIGN(samples, samples::read_recorded_samples(experiment.directory(),
                                                       {transport.rank(), transport.size()}));
    return base::kOk;
  }));
  for (const std::string& warning : samples.warnings) warn(common, warning);
  TRY_ASSIGN(diagnosis::Diagnosis made,
             diagnosis::diagnose(std::move(samples), table, transport, wanted));
  if (processes.is_first()) add_missing(experiment, made);
  return made;
}

std::vector<std::string> warnings_of_samples(const experiment::Experiment& experiment) {
  const experiment::RecordedManifest manifest = experiment.manifest();
  std::vector<std::string> all = manifest.warnings;
  const auto add = [&](std::vector<std::string> more) {
    for (std::string& warning : more)
      if (std::find(all.begin(), all.end(), warning) == all.end())
        all.push_back(std::move(warning));
  };
  add(manifest.sample_warnings);
  if (experiment.state() == experiment::State::Killed) {
    add(
        {"'tarry record' was killed before the run was over: the samples are those that had been "
         "taken until then, or until the program ended"});
    if (const auto finished = experiment::finish_samples(experiment, samples::NamedCode::All);
        finished.ok())
      add(experiment::recording_warnings(finished->archive));
  }
  add(samples::missing_samples(experiment.directory()));
  return all;
}

std::filesystem::path diagnosis_cube_path(const experiment::Experiment& experiment,
                                          const std::string& file) {
  return file.empty() ? experiment.path(experiment::Part::Diagnosis) : std::filesystem::path(file);
}

base::Status write_diagnosis_cube(const diagnosis::Diagnosis& made,
                                  const experiment::Experiment& experiment, const std::string& file,
                                  const CommonOptions& common) {
  const base::Status written =
      report::write_cubex(diagnosis::diagnosis_cube(made, experiment.directory().string()),
                          diagnosis_cube_path(experiment, file).string());
  if (!written.ok() && !file.empty()) return written;
  if (!written.ok()) {
    warn(common, "the severity cube was not written: " + written.error().message() +
                     "; --cube FILE names another place");
    return base::kOk;
  }
  // `tarry report` of an experiment that also has events shows the events.
  const std::string directory = experiment.directory().string();
  const std::string cube = diagnosis_cube_path(experiment, file).string();
  const auto shown = experiment::report_file(directory, experiment::Preferred::Analysis);
  const bool is_shown = file.empty() && shown.ok() && *shown == cube;
  say(common, "more: tarry report " + base::shell_line({is_shown ? directory : cube}));
  return base::kOk;
}

}  // namespace tarry::cli
