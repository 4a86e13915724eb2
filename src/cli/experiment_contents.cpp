// SPDX-License-Identifier: BSD-3-Clause
#include "cli/experiment_contents.h"

#include "base/experiment_files.h"
#include "cli/compress_step.h"
#include "cli/manifest.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

std::string command(const std::string& verb, const fs::path& path) {
  return "'tarry " + verb + " " + shell_line({path.string()}) + "'";
}

std::string report_of_summary(const fs::path& directory) {
  return command("report", directory / base::kSummaryFile);
}

Error nothing_there(const fs::path& directory, bool is_experiment) {
  if (is_experiment)
    return {ErrorCode::NotFound, "nothing was recorded in this run", directory.string(),
            "tarry.log and experiment.json in it say how it ended"};
  return {ErrorCode::NotFound, "not an experiment", directory.string(),
          "there should be a traces.otf2; 'tarry record' makes one"};
}

}  // namespace

ExperimentContents contents_of(const fs::path& directory) {
  std::error_code ignored;
  ExperimentContents out;
  if (!fs::is_directory(directory, ignored)) return out;
  out.manifest = fs::exists(directory / base::kManifestFile, ignored);
  out.unfinished = trace::finish::is_unfinished(directory);
  out.trace = fs::exists(directory / base::kArchiveFile, ignored);
  out.compressed = fs::exists(compressed_trace_in(directory), ignored);
  out.summary = fs::exists(directory / base::kSummaryFile, ignored);
  out.analysis = fs::exists(directory / base::kAnalysisFile, ignored);
  out.samples = fs::exists(directory / base::kSamplesFolder, ignored);
  out.diagnosis = fs::exists(directory / base::kDiagnosisFile, ignored);
  return out;
}

std::uint64_t bytes_below(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return fs::file_size(path, error);
  std::uint64_t bytes = 0;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error))
    if (const std::uint64_t size = it->is_regular_file(error) ? it->file_size(error) : 0; !error)
      bytes += size;
  return bytes;
}

Error no_report(const fs::path& directory) {
  const ExperimentContents has = contents_of(directory);
  if (has.unfinished)
    return {ErrorCode::NotFound, "the recording is not finished", directory.string(),
            command("analyze", directory) + " finishes it when its program has ended"};
  if (has.trace)
    return {ErrorCode::NotFound, "the trace is not analysed yet", directory.string(),
            "run " + command("analyze", directory)};
  if (has.compressed)
    return {ErrorCode::NotFound, "there is only a compressed trace, not analysed yet",
            directory.string(), "run " + command("analyze", directory)};
  if (has.samples)
    return {ErrorCode::NotFound, "there are only samples, not diagnosed yet", directory.string(),
            "run " + command("diagnose", directory)};
  return nothing_there(directory, has.manifest);
}

Error no_trace(const fs::path& directory) {
  const ExperimentContents has = contents_of(directory);
  if (has.summary)
    return {ErrorCode::NotFound, "there is no trace to be analysed, only a run-time summary",
            directory.string(),
            report_of_summary(directory) +
                " shows it; wait states need a trace: 'tarry record --trace'"};
  if (has.analysis)
    return {ErrorCode::NotFound, "there is no trace, only an analysis", directory.string(),
            command("report", directory) + " shows it"};
  if (has.samples)
    return {ErrorCode::NotFound, "there is no trace, only samples", directory.string(),
            command("diagnose", directory) + " says where they lose time"};
  return nothing_there(directory, has.manifest);
}

std::string more_than_summary(const fs::path& directory) {
  const ExperimentContents has = contents_of(directory);
  const std::string shown = "this is the run-time summary; ";
  if (has.unfinished)
    return shown + "the recording is not finished: " + command("analyze", directory);
  if (has.trace) return shown + "for wait states: " + command("analyze", directory);
  if (has.compressed)
    return shown + "for the messages of the compressed trace: " + command("analyze", directory);
  return shown + "there is no trace, which wait states need ('tarry record --trace')";
}

std::string more_than_analysis(const fs::path& directory) {
  const ExperimentContents has = contents_of(directory);
  if (!has.summary || has.trace) return "";
  return "the run-time summary has measured times of all call paths: " +
         report_of_summary(directory);
}

}  // namespace tarry::cli
