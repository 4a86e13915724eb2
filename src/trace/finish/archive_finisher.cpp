// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/archive_finisher.h"

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>

#include "base/caught.h"
#include "base/experiment_files.h"
#include "base/files.h"
#include "base/for_each.h"
#include "base/host_name.h"
#include "trace/eventlog/converter.h"
#include "trace/eventlog/process_definitions.h"
#include "trace/finish/global_definitions.h"
#include "trace/finish/jobs.h"
#include "trace/finish/raw_experiment.h"
#include "trace/finish/recorded_filter.h"
#include "trace/finish/short_functions_notes.h"
#include "trace/finish/unify.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::trace::finish {
namespace {

namespace fs = std::filesystem;
using eventlog::DefinitionSet;
using eventlog::ProcessDefinitions;

// Does what MPI_Finalize would have done: no process got that far, or there are several jobs.
base::Result<DefinitionSet> unified_now(const fs::path& experiment, RawExperiment& raw) {
  TRY_ASSIGN(DefinitionSet unified, unify(experiment, raw, Functions::Wanted));
  unified.assign_ids();
  TRY(base::write_file(experiment / base::kRawFolder / base::kUnifiedFile,
                       unified.serialize(true)));
  return unified;
}

// Converts the processes that have not done it themselves, several at a time.
class Salvage {
 public:
  Salvage(const fs::path& experiment, const DefinitionSet& unified,
          std::vector<RawProcess>& processes)
      : experiment_(experiment), unified_(unified) {
    for (RawProcess& process : processes)
      if (!process.conversion) todo_.push_back(&process);
  }

  [[nodiscard]] std::size_t size() const { return todo_.size(); }

  base::Status run(unsigned threads) {
    return base::for_each(todo_.size(), threads,
                          [this](std::size_t i) { return convert(*todo_[i]); });
  }

 private:
  // The error names the process whose recording was too large.
  base::Status convert(RawProcess& process) try {
    TRY_ASSIGN(const ProcessDefinitions definitions, definitions_of(experiment_, process));
    TRY_ASSIGN(process.conversion, eventlog::convert_process(experiment_, definitions, unified_,
                                                             eventlog::IfPresent::Replace));
    return base::kOk;
  } catch (const std::exception& caught) {
    return base::error_of(caught, "recording of " + process.identity.directory);
  }

  const fs::path& experiment_;
  const DefinitionSet& unified_;
  std::vector<RawProcess*> todo_;
};

// Removes event files of processes that do not belong to the trace: those of an earlier MPI run
// under the same command.
void remove_foreign_files(const fs::path& traces, const model::Definitions& definitions) {
  std::set<std::string> ours;
  for (const model::Location& location : definitions.locations)
    ours.insert(std::to_string(location.trace_id));
  std::vector<fs::path> foreign;
  std::error_code error;
  for (fs::directory_iterator it(traces, error), end; !error && it != end; it.increment(error))
    if (!ours.contains(it->path().stem().string())) foreign.push_back(it->path());
  for (const fs::path& path : foreign) fs::remove(path, error);
}

// Returns whether the trace has all messages and collective operations of the run. After anything
// odd, or anything that is reported to the user, the answer is no.
bool has_all_communication(const RawExperiment& raw) {
  return raw.notes.empty() &&
         std::all_of(raw.processes.begin(), raw.processes.end(), [&raw](const RawProcess& process) {
           return process.size == raw.processes.size() && process.conversion->complete &&
                  process.notes.empty() && !process.lacks_communication &&
                  process.conversion->anomalies.counts().empty();
         });
}

base::Status write_archive(const fs::path& experiment, const RawExperiment& raw,
                           const model::Definitions& definitions) {
  TRY_ASSIGN(const std::unique_ptr<otf2::ArchiveWriter> writer,
             otf2::ArchiveWriter::create(experiment));
  TRY(writer->write_definitions(definitions));
  if (definitions.has_mpi) TRY(writer->declare_communication(has_all_communication(raw)));
  return writer->close();
}

std::string clock_sources(const std::vector<RawProcess>& processes) {
  std::set<std::string> names;
  for (const RawProcess& process : processes)
    names.insert(process.conversion->clock == eventlog::ClockSource::Tsc ? "tsc" : "monotonic");
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// Returns how long the process is known to have run.
std::uint64_t recorded_ticks(const eventlog::Conversion& conversion) {
  std::uint64_t last = 0;
  for (const auto& location : conversion.locations) last = std::max(last, location.last);
  return last > conversion.begin.ticks ? last - conversion.begin.ticks : 0;
}

base::Status check_events(const RawExperiment& raw, const fs::path& experiment) {
  const bool has_events =
      std::any_of(raw.processes.begin(), raw.processes.end(), [](const RawProcess& process) {
        return std::any_of(process.conversion->locations.begin(),
                           process.conversion->locations.end(),
                           [](const auto& location) { return location.events > 0; });
      });
  if (has_events) return base::kOk;
  std::string why;
  for (const std::string& note : process_notes(raw.processes))
    why += (why.empty() ? "" : "; ") + note;
  return base::Error{base::ErrorCode::Nothing, "no events were recorded", experiment.string(), why};
}

FinishedArchive summary(const RawExperiment& raw, const model::Definitions& definitions) {
  FinishedArchive out;
  out.notes = raw.notes;
  for (std::string& note : process_notes(raw.processes)) out.notes.push_back(std::move(note));
  for (std::string& note : short_functions_notes(raw.processes))
    out.notes.push_back(std::move(note));
  out.ranks = static_cast<std::uint32_t>(raw.processes.size());
  out.ticks_per_second = definitions.clock.ticks_per_second;
  out.clock_source = clock_sources(raw.processes);
  out.clocks = clock_accuracy(raw.processes);
  for (const RawProcess& process : raw.processes)
    if (out.mpi_library.empty()) out.mpi_library = process.mpi_library;
  out.hosts = definitions.hosts;
  out.grids = process_grids(*raw.unified, definitions.communicators);
  out.has_mpi = definitions.has_mpi;
  for (const RawProcess& process : raw.processes) {
    const eventlog::Conversion& conversion = *process.conversion;
    out.threads = std::max(out.threads, static_cast<std::uint32_t>(conversion.locations.size()));
    for (const auto& location : conversion.locations) out.events += location.events;
    if (!conversion.complete)
      out.cut.push_back({process.identity.rank, recorded_ticks(conversion)});
    out.anomalies.merge(conversion.anomalies);
    out.anomalies.add("calls of functions first called after MPI_Finalize, in one region for all",
                      conversion.late_functions);
  }
  return out;
}

// Returns whether nothing unifies the definitions of the processes while they run: there are
// several jobs, or every process has ended its sessions and none has begun MPI otherwise.
bool are_unified_afterwards(const RawExperiment& raw) {
  return has_started_jobs(raw.processes) ||
         std::all_of(raw.processes.begin(), raw.processes.end(),
                     [](const RawProcess& process) { return process.has_ended_sessions; });
}

}  // namespace

bool is_unfinished(const fs::path& experiment) {
  std::error_code ignored;
  return fs::is_directory(experiment / base::kRawFolder, ignored);
}

base::Result<FinishedArchive> finish_archive(const fs::path& experiment, unsigned threads) {
  TRY_ASSIGN(RawExperiment raw, read_raw_experiment(experiment));
  if (raw.processes.empty())
    return base::Error{base::ErrorCode::Nothing, "no process recorded anything",
                       experiment.string(), ""};
  const bool unified_afterwards = !raw.unified;
  if (unified_afterwards) {
    // Numbers that were given without a unified set mean nothing.
    for (RawProcess& process : raw.processes) process.conversion.reset();
    TRY_ASSIGN(raw.unified, unified_now(experiment, raw));
  }
  Salvage salvage(experiment, *raw.unified, raw.processes);
  const auto salvaged = static_cast<std::uint32_t>(salvage.size());
  TRY(salvage.run(threads));
  TRY(check_events(raw, experiment));
  const model::Definitions definitions = global_definitions(
      raw.processes, *raw.unified, base::host_name(), recorded_filter(experiment));
  remove_foreign_files(experiment / base::kArchiveFolder, definitions);
  TRY(write_archive(experiment, raw, definitions));
  FinishedArchive out = summary(raw, definitions);
  out.salvaged = salvaged;
  out.unified_afterwards = unified_afterwards && !are_unified_afterwards(raw);
  return out;
}

}  // namespace tarry::trace::finish
