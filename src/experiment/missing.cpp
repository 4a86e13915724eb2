// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/missing.h"

#include "base/shell_line.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

std::string command(const std::string& verb, const fs::path& path) {
  return "'tarry " + verb + " " + base::shell_line({path.string()}) + "'";
}

std::string report_of_summary(const Experiment& experiment) {
  return command("report", experiment.path(Part::Summary));
}

Error nothing_there(const Experiment& experiment) {
  const std::string directory = experiment.directory().string();
  if (experiment.has(Part::Manifest))
    return {ErrorCode::Nothing, "nothing was recorded in this run", directory,
            std::string("tarry.log and experiment.json in it say how it ended; ") +
                kSamplesNeedNothing};
  return {ErrorCode::NotFound, "not an experiment", directory,
          "there should be a traces.otf2; 'tarry record' makes one"};
}

}  // namespace

Error nothing_recorded(const std::string& what, const Experiment& experiment,
                       std::span<const std::string> reasons, const std::string& otherwise) {
  std::string hint;
  for (const std::string& reason : reasons) hint += (hint.empty() ? "" : "; ") + reason;
  return {ErrorCode::Nothing, what, experiment.directory().string(),
          hint.empty() ? otherwise : hint};
}

Error no_report(const Experiment& experiment) {
  const fs::path& directory = experiment.directory();
  if (experiment.is_unfinished())
    return {ErrorCode::NotFound, "the recording is not finished", directory.string(),
            command("analyze", directory) + " finishes it when its program has ended"};
  if (experiment.has(Part::Archive))
    return {ErrorCode::NotFound, "the trace is not analyzed yet", directory.string(),
            "run " + command("analyze", directory)};
  if (experiment.has(Part::Compressed))
    return {ErrorCode::NotFound, "there is only a compressed trace, not analyzed yet",
            directory.string(), "run " + command("analyze", directory)};
  if (experiment.has(Part::Samples))
    return {ErrorCode::NotFound, "there are only samples, not diagnosed yet", directory.string(),
            "run " + command("diagnose", directory)};
  return nothing_there(experiment);
}

Error no_trace(const Experiment& experiment) {
  const fs::path& directory = experiment.directory();
  if (experiment.has(Part::Summary))
    return {ErrorCode::NotFound, "there is no trace to analyze, only a run-time summary",
            directory.string(),
            report_of_summary(experiment) +
                " shows it; wait states need a trace: 'tarry record --trace'"};
  if (experiment.has(Part::Analysis))
    return {ErrorCode::NotFound, "there is no trace, only an analysis", directory.string(),
            command("report", directory) + " shows it"};
  if (experiment.has(Part::Samples))
    return {ErrorCode::NotFound, "there is no trace, only samples", directory.string(),
            command("diagnose", directory) + " says where they lose time"};
  return nothing_there(experiment);
}

std::string more_than_summary(const Experiment& experiment) {
  const fs::path& directory = experiment.directory();
  const std::string shown = "this is the run-time summary; ";
  if (experiment.is_unfinished())
    return shown + "the recording is not finished: " + command("analyze", directory);
  if (experiment.has(Part::Archive))
    return shown + "for wait states: " + command("analyze", directory);
  if (experiment.has(Part::Compressed))
    return shown + "for the messages of the compressed trace: " + command("analyze", directory);
  return shown + "there is no trace, which wait states need ('tarry record --trace')";
}

std::string more_than_analysis(const Experiment& experiment) {
  if (!experiment.has(Part::Summary) || experiment.has(Part::Archive)) return "";
  return "the run-time summary has measured times of all call paths: " +
         report_of_summary(experiment);
}

}  // namespace tarry::experiment
