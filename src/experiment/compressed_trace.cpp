// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/compressed_trace.h"

#include <fmt/core.h>

#include <utility>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/shell_line.h"
#include "compressed/capture/compress_trace.h"
#include "compressed/finish/finish_compressed.h"
#include "compressed/format/trace_file.h"
#include "experiment/missing.h"
#include "trace/open_trace.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;
using trace::finish::FinishedArchive;

// Describes a compressed trace as the manifest describes an archive. `events` counts calls of MPI.
FinishedArchive as_archive(compressed::FinishedCompression&& made) {
  FinishedArchive out;
  out.ranks = made.processes;
  out.threads = 1;
  for (const compressed::Event& event : made.trace.events)
    for (const compressed::EventTimes& times : event.times) out.events += times.duration.count();
  out.ticks_per_second = 1'000'000'000;
  out.mpi_library = std::move(made.mpi_library);
  out.has_mpi = !made.trace.communicators.empty();
  for (const std::uint32_t rank : made.cut) out.cut.push_back({rank});
  out.hosts = std::move(made.hosts);
  out.notes = std::move(made.notes);
  for (std::string& note : made.trace.notes) out.notes.push_back(std::move(note));
  return out;
}

}  // namespace

base::Status CompressedTrace::finish(Recorded& recorded) {
  if (source_ == Source::Archive) return base::kOk;
  const Experiment& experiment = recorded.experiment;
  TRY_ASSIGN(compressed::FinishedCompression made,
             compressed::finish_compressed(experiment.directory(), options_, recorded.threads));
  if (made.trace.events.empty())
    return nothing_recorded("no MPI calls were recorded", experiment, made.notes,
                            "a compressed trace has nothing else");
  experiment.log(made.united_by_processes ? "compressed trace: united by the processes"
                                          : "compressed trace: united after the run");
  TRY(compressed::write_trace(experiment.make_room(part()).string(), made.trace));
  recorded.take(as_archive(std::move(made)));
  return base::kOk;
}

base::Status CompressedTrace::conclude(Recorded& recorded, const Products& /*all*/) {
  const Experiment& experiment = recorded.experiment;
  if (source_ == Source::Archive)
    return compress_to(experiment.path(Part::Archive), experiment.make_room(part()),
                       {.fold = options_, .threads = recorded.threads}, recorded.voice);
  recorded.tell_warnings();
  const std::string file = Experiment(recorded.shown_name).path(part()).string();
  recorded.voice.say("next: tarry print " + base::shell_line({file}));
  return base::kOk;
}

base::Status compress_to(const fs::path& anchor, const fs::path& output,
                         const CompressWishes& wishes, Voice& voice) {
  TRY_ASSIGN(const auto source, trace::open_trace(anchor, wishes.time_correction));
  compressed::CompressOptions options;
  options.fold = wishes.fold;
  options.threads = wishes.threads;
  TRY_ASSIGN(const compressed::Trace trace, compressed::compress_trace(*source, options));
  TRY(compressed::write_trace(
      output.string(), trace,
      wishes.as_text ? compressed::Packing::Text : compressed::Packing::Zstd));
  for (const std::string& note : trace.notes) voice.warn(note);
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(output, error);
  voice.say(fmt::format("{} of {} in {} ({})", base::counted(trace.events.size(), "event"),
                        base::counted(trace.ranks, "rank"), output.string(),
                        base::bytes_text(error ? 0 : bytes)));
  return base::kOk;
}

}  // namespace tarry::experiment
