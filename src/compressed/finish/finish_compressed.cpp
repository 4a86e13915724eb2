// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/finish/finish_compressed.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/for_each.h"
#include "compressed/capture/notes.h"
#include "compressed/capture/rank_communicators.h"
#include "compressed/finish/own_communicators.h"
#include "compressed/finish/resolve_frames.h"
#include "compressed/fold/block_merger.h"
#include "compressed/fold/merge.h"
#include "compressed/fold/unite_levels.h"
#include "compressed/format/parser.h"
#include "compressed/format/trace_file.h"
#include "compressed/live/process_compressor.h"
#include "model/anomalies.h"
#include "trace/eventlog/log_reader.h"
#include "trace/finish/global_definitions.h"
#include "trace/finish/raw_experiment.h"
#include "trace/finish/unify.h"

namespace tarry::compressed {
namespace {

namespace fs = std::filesystem;
using trace::eventlog::DefinitionSet;
using trace::finish::RawExperiment;
using trace::finish::RawProcess;

// The event logs that a process has left. Their content is in no trace.
struct LeftLogs {
  bool any = false;
  bool ended = true;     // all of them ended orderly
  bool emptied = false;  // some of them were emptied into a trace that may be lost
};

LeftLogs left_logs(const fs::path& directory) {
  LeftLogs left;
  const auto paths = trace::eventlog::list_logs(directory);
  if (!paths.ok()) return left;
  for (const fs::path& path : *paths) {
    left.any = true;
    const auto log = trace::eventlog::LogReader::open(path);
    if (!log.ok()) continue;
    left.ended &= log->header().complete != 0;
    left.emptied |= log->header().emptied != 0;
  }
  return left;
}

fs::path united_trace(const fs::path& experiment) {
  return experiment / base::kRawFolder / base::kCallsFile;
}

// Leaves the processes that others have started out: what a process has compressed bears its rank
// in its own job.
void keep_first_job(RawExperiment& raw) {
  const std::size_t started =
      std::erase_if(raw.processes, [](const RawProcess& process) { return !process.job.empty(); });
  if (started == 0) return;
  for (RawProcess& process : raw.processes) process.size = process.job_size;
  raw.notes.push_back(base::counted(
      started,
      "process that MPI_Comm_spawn has started is not in the compressed trace: record a trace, and "
      "call tarry compress",
      "processes that MPI_Comm_spawn has started are not in the compressed trace: record a trace, "
      "and call tarry compress"));
}

class Finish {
 public:
  Finish(const fs::path& experiment, const RawExperiment& raw, const DefinitionSet& unified,
         std::uint32_t ranks, const FoldOptions& options)
      : experiment_(experiment),
        options_(options),
        order_(communicator_order(unified)),
        of_rank_(ranks, nullptr),
        is_cut_(ranks, 0),
        merger_(ranks, options) {
    model::Definitions definitions;
    definitions.communicators = trace::finish::communicators_of(raw.processes, unified);
    all_.ranks = ranks;
    all_.program = unified.first_program();
    all_.communicators = compressed::communicators_of(definitions);
    memberships_ = memberships_by_rank(all_.communicators, ranks);
    for (const RawProcess& process : raw.processes)
      if (process.identity.rank < ranks) of_rank_[process.identity.rank] = &process;
  }

  base::Result<FinishedCompression> run(unsigned threads) {
    std::error_code ignored;
    if (const fs::path united = united_trace(experiment_); fs::exists(united, ignored)) {
      TRY_ASSIGN(Trace trace, read_trace(united.string()));
      processes_ = all_.ranks;
      std::vector<std::string> notes = std::move(trace.notes);
      unite_levels(trace);
      FinishedCompression made = complete(std::move(trace), std::move(notes));
      made.united_by_processes = true;
      return made;
    }
    std::vector<model::Anomalies> of_rank(of_rank_.size());
    TRY(base::for_each(of_rank.size(), threads, [&](std::size_t i) {
      const auto rank = static_cast<std::uint32_t>(i);
      merger_.add(rank, trace_of(rank, of_rank[i]));
      return base::kOk;
    }));
    model::Anomalies notes;
    for (const model::Anomalies& some : of_rank) notes.merge(some);
    return complete(merger_.take(), notes.sentences());
  }

 private:
  // Adds what processes do not know of each other, and what only the files of their programs tell.
  FinishedCompression complete(Trace&& trace, std::vector<std::string>&& notes) {
    FinishedCompression made;
    made.trace = std::move(trace);
    resolve_frames(made.trace.frames);
    made.trace.ranks = all_.ranks;
    made.trace.program = all_.program;
    made.trace.communicators = std::move(all_.communicators);
    made.trace.notes = std::move(notes);
    made.processes = processes_;
    for (std::uint32_t rank = 0; rank < is_cut_.size(); ++rank)
      if (is_cut_[rank] != 0) made.cut.push_back(rank);
    return made;
  }

  // Returns a trace without events if the process left nothing.
  Trace trace_of(std::uint32_t rank, model::Anomalies& notes) {
    Trace empty;
    empty.ranks = all_.ranks;
    const RawProcess* const process = of_rank_[rank];
    if (process == nullptr) {
      notes.add("processes that left nothing");
      return empty;
    }
    const fs::path directory = experiment_ / base::kRawFolder / process->identity.directory;
    auto trace = read(rank, directory, notes);
    if (!trace.ok()) {
      notes.add("processes whose trace cannot be read");
      return empty;
    }
    ++processes_;
    for (const std::string& note : trace->notes) count_note(note, notes);
    trace->notes.clear();
    trace->program.clear();
    trace->ranks = all_.ranks;
    notes.add("messages and collective operations on communicators whose members are not known",
              renumber_communicators(
                  *trace, positions_in(memberships_[rank], order_, process->communicators),
                  options_.vectors));
    return std::move(*trace);
  }

  base::Result<Trace> read(std::uint32_t rank, const fs::path& directory, model::Anomalies& notes) {
    std::error_code ignored;
    const fs::path file = directory / base::kCallsFile;
    const bool has_file = fs::exists(file, ignored);
    const LeftLogs logs = left_logs(directory);
    if (logs.any && !logs.ended) is_cut_[rank] = 1;
    if (has_file) return read_written(directory, logs, notes);
    if (logs.emptied && !has_kept_logs(directory))
      notes.add("processes that could not keep their first calls");
    ProcessCompressor compressor(directory, options_);
    TRY(compressor.take_rest());
    return compressor.finish();
  }

  // Reads the trace that a process has written and appends the calls that it left in its logs.
  base::Result<Trace> read_written(const fs::path& directory, const LeftLogs& logs,
                                   model::Anomalies& notes) const {
    const std::string file = (directory / base::kCallsFile).string();
    TRY_ASSIGN(const std::string text, read_trace_text(file));
    TRY_ASSIGN(Trace trace, parse_text(text, file));
    const std::optional<LogRest> rest = log_rest_in(text);
    if (!logs.any || (rest && append_rest(directory, *rest, trace))) return trace;
    notes.add(logs.ended ? "processes that could not compress all they recorded: their last "
                           "calls are missing"
                         : "processes that did not end by themselves: their last calls are "
                           "missing");
    return trace;
  }

  bool append_rest(const fs::path& directory, const LogRest& rest, Trace& trace) const {
    ProcessCompressor compressor(directory, options_);
    if (!compressor.go_on_after(trace, rest).ok() || !compressor.take_rest().ok()) return false;
    Trace behind = compressor.finish();
    // Equal notes of both are two notes: the caller adds up their numbers.
    const std::vector<std::string> notes = std::exchange(behind.notes, {});
    if (compressor.calls() != 0) trace = append(std::move(trace), behind, options_);
    trace.notes.insert(trace.notes.end(), notes.begin(), notes.end());
    return true;
  }

  const fs::path& experiment_;
  const FoldOptions& options_;
  std::vector<trace::eventlog::CommKey> order_;
  std::vector<const RawProcess*> of_rank_;
  std::vector<char> is_cut_;  // by rank; not bits, because threads write it
  BlockMerger merger_;
  Trace all_;
  std::vector<Memberships> memberships_;  // memberships in the communicators of all_
  std::atomic<std::uint32_t> processes_ = 0;
};

}  // namespace

bool has_process_traces(const fs::path& experiment) {
  std::error_code error;
  if (fs::exists(united_trace(experiment), error)) return true;
  for (fs::directory_iterator it(experiment / base::kRawFolder, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (fs::exists(it->path() / base::kCallsFile, ignored)) return true;
  }
  return false;
}

base::Result<FinishedCompression> finish_compressed(const fs::path& experiment,
                                                    const FoldOptions& options, unsigned threads) {
  TRY_ASSIGN(RawExperiment raw, trace::finish::read_raw_experiment(experiment));
  keep_first_job(raw);
  if (raw.processes.empty())
    return base::Error{base::ErrorCode::Nothing, "no process recorded anything",
                       experiment.string(), ""};
  if (!raw.unified) {
    TRY_ASSIGN(raw.unified,
               trace::finish::unify(experiment, raw, trace::finish::Functions::Unwanted));
  }
  const DefinitionSet& unified = *raw.unified;
  std::uint32_t ranks = std::max<std::uint32_t>(1, unified.size);
  for (const RawProcess& process : raw.processes)
    ranks = std::max({ranks, process.size, process.identity.rank + 1});
  Finish finish(experiment, raw, unified, ranks, options);
  TRY_ASSIGN(FinishedCompression made, finish.run(threads));
  made.notes = raw.notes;
  for (const RawProcess& process : raw.processes) {
    if (made.mpi_library.empty()) made.mpi_library = process.mpi_library;
    const std::string& host = process.identity.host;
    if (std::find(made.hosts.begin(), made.hosts.end(), host) == made.hosts.end())
      made.hosts.push_back(host);
    for (const std::string& note : process.notes)
      if (std::find(made.notes.begin(), made.notes.end(), note) == made.notes.end())
        made.notes.push_back(note);
  }
  return made;
}

}  // namespace tarry::compressed
