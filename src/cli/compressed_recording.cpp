// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compressed_recording.h"

#include <optional>
#include <utility>

#include "cli/messages.h"
#include "cli/setting_options.h"
#include "compressed/finish/finish_compressed.h"
#include "compressed/format/trace_file.h"
#include "trace/summary/finish_summary.h"

namespace tarry::cli {

base::Result<trace::finish::FinishedArchive> finish_compressed_recording(
    const experiment::Experiment& experiment, const compressed::FoldOptions& fold,
    const CommonOptions& common) {
  TRY_ASSIGN(compressed::FinishedCompression made,
             compressed::finish_compressed(experiment.directory(), fold, common.threads));
  if (made.trace.events.empty())
    return base::Error{base::ErrorCode::NotFound, "no MPI calls were recorded",
                       experiment.directory().string(), "a compressed trace has nothing else"};
  experiment.log(made.united_by_processes ? "compressed trace: united by the processes"
                                          : "compressed trace: united after the run");
  TRY(compressed::write_trace(experiment.make_room(experiment::Part::Compressed).string(),
                              made.trace));
  experiment.remove_raw();
  trace::finish::FinishedArchive out;
  out.ranks = made.processes;
  out.threads = 1;
  for (const compressed::Event& event : made.trace.events)
    for (const compressed::EventTimes& times : event.times) out.events += times.duration.count();
  out.ticks_per_second = 1'000'000'000;
  out.mpi_library = std::move(made.mpi_library);
  out.has_mpi = !made.trace.communicators.empty();
  out.incomplete = made.incomplete;
  out.hosts = std::move(made.hosts);
  out.notes = std::move(made.notes);
  for (std::string& note : made.trace.notes) out.notes.push_back(std::move(note));
  return out;
}

base::Status finish_compressed_if_needed(const experiment::Experiment& experiment,
                                         const CommonOptions& common) {
  if (!compressed::has_process_traces(experiment.directory())) return base::kOk;
  TRY_ASSIGN(const experiment::Lock lock, experiment.lock());
  say(common, "the recording was not finished; doing that first");
  const bool has_summary = trace::summary::has_call_trees(experiment.directory());
  if (has_summary) TRY(trace::summary::gather_summaries(experiment.directory(), common.threads));
  base::Result<trace::finish::FinishedArchive> finished =
      finish_compressed_recording(experiment, fold_options(experiment.manifest().options), common);
  if (!has_summary && !finished.ok()) return std::move(finished).error();
  if (!finished.ok()) warn(common, "there is no compressed trace: " + finished.error().message());
  if (has_summary)
    finished = trace::summary::write_summary(
        experiment.directory(), finished.ok() ? std::optional(std::move(*finished)) : std::nullopt);
  if (!finished.ok()) return std::move(finished).error();
  TRY(experiment.complete_manifest(*finished));
  for (const std::string& warning : experiment::recording_warnings(*finished))
    warn(common, warning);
  return base::kOk;
}

}  // namespace tarry::cli
