// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/raw_experiment.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/files.h"
#include "base/joined.h"
#include "base/parse_number.h"
#include "trace/eventlog/log_reader.h"
#include "trace/finish/job_clocks.h"
#include "trace/finish/jobs.h"

namespace tarry::trace::finish {
namespace {

namespace fs = std::filesystem;

ReadClock read_clock(const fs::path& directory, const RawProcess& process) {
  if (process.conversion)
    return {process.conversion->clock, process.conversion->begin, process.conversion->latest};
  const auto logs = eventlog::list_logs(directory);
  if (!logs.ok()) return {};
  for (const fs::path& path : *logs)
    if (const auto log = eventlog::LogReader::open(path); log.ok())
      return {log->header().clock, log->header().begin, log->header().latest};
  return {};
}

std::uint64_t started(const RawProcess& process) { return process.clock.begin.realtime_ns; }

base::Result<RawProcess> read_process(const fs::path& directory) {
  TRY_ASSIGN(eventlog::ProcessDefinitions definitions,
             eventlog::read_process_definitions(directory));
  RawProcess process;
  process.identity = definitions.process;
  process.size = definitions.set.size;
  process.job = std::move(definitions.job);
  process.has_rank =
      definitions.has_process && (definitions.set.size > 1 || !definitions.communicators.empty());
  process.clock_offsets = std::move(definitions.clock_offsets);
  process.communicators = std::move(definitions.communicators);
  process.mpi_library = std::move(definitions.mpi_library);
  process.notes = std::move(definitions.notes);
  process.short_functions = std::move(definitions.set.short_functions);
  process.long_functions = std::move(definitions.long_functions);
  process.short_calls = definitions.short_calls;
  process.has_ended_sessions = definitions.has_ended_sessions;
  process.lacks_communication = definitions.has_unrecorded || definitions.has_unselected;
  if (const auto text = base::read_file(directory / base::kConvertedFile); text.ok())
    if (auto conversion = eventlog::Conversion::parse(*text); conversion.ok())
      process.conversion = std::move(*conversion);
  process.clock = read_clock(directory, process);
  return process;
}

// Without MPI, processes are numbered in order of their start. A process that was converted before,
// at the first attempt to finish, keeps its number, which its event files contain.
void number_by_start(std::vector<RawProcess>& candidates) {
  std::sort(candidates.begin(), candidates.end(), [](const RawProcess& a, const RawProcess& b) {
    return std::pair(started(a), a.identity.pid) < std::pair(started(b), b.identity.pid);
  });
  std::set<std::uint32_t> taken;
  const auto number_it_has = [](const RawProcess& process) -> std::optional<std::uint32_t> {
    if (!process.conversion || process.conversion->locations.empty()) return std::nullopt;
    return static_cast<std::uint32_t>(process.conversion->locations.front().trace_id);
  };
  for (const RawProcess& candidate : candidates)
    if (const auto number = number_it_has(candidate)) taken.insert(*number);
  std::uint32_t next = 0;
  for (RawProcess& candidate : candidates) {
    while (taken.contains(next)) ++next;
    candidate.identity.rank = number_it_has(candidate).value_or(next);
    taken.insert(candidate.identity.rank);
  }
  std::sort(candidates.begin(), candidates.end(), [](const RawProcess& a, const RawProcess& b) {
    return a.identity.rank < b.identity.rank;
  });
}

// With MPI, one process per rank of a job is kept, all from one run. Returns how many were left
// out.
std::size_t keep_one_run(std::vector<RawProcess>& candidates,
                         const std::optional<eventlog::DefinitionSet>& unified) {
  const std::size_t before = candidates.size();
  if (unified) {
    std::set<std::string> known;
    for (const auto& process : unified->processes) known.insert(process.directory);
    std::erase_if(candidates,
                  [&](const RawProcess& c) { return !known.contains(c.identity.directory); });
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.job, a.identity.rank, started(a)) <
           std::tuple(b.job, b.identity.rank, started(b));
  });
  const auto same_rank = [](const RawProcess& a, const RawProcess& b) {
    return a.job == b.job && a.identity.rank == b.identity.rank;
  };
  candidates.erase(std::unique(candidates.begin(), candidates.end(), same_rank), candidates.end());
  return before - candidates.size();
}

constexpr std::uint32_t kMostRanks = 1u << 20;  // a damaged size may be larger

void note_missing_ranks(RawExperiment& out) {
  std::set<std::uint32_t> there;
  std::uint32_t size = 0;
  for (const RawProcess& process : out.processes) {
    there.insert(process.identity.rank);
    size = std::max(size, process.size);
  }
  if (size > kMostRanks) return;
  std::vector<std::uint32_t> missing;
  for (std::uint32_t rank = 0; rank < size; ++rank)
    if (!there.contains(rank)) missing.push_back(rank);
  if (!missing.empty())
    out.notes.push_back("nothing was recorded of " +
                        std::string(base::form_for(missing.size(), "rank ", "ranks ")) +
                        base::joined(missing) + ", of " + std::to_string(size) +
                        " that were started");
}

void select(std::vector<RawProcess>& candidates, RawExperiment& out) {
  const auto has_rank = [](const RawProcess& c) { return c.has_rank; };
  if (std::none_of(candidates.begin(), candidates.end(), has_rank))
    return number_by_start(candidates);
  const std::size_t helpers = std::erase_if(candidates, std::not_fn(has_rank));
  if (helpers > 0)
    out.notes.push_back(base::counted(helpers, "process that did not call MPI_Init was left out",
                                      "processes that did not call MPI_Init were left out"));
  const std::size_t others = keep_one_run(candidates, out.unified);
  if (others > 0)
    out.notes.push_back(
        base::counted(others, "process of another MPI run below the same command was left out",
                      "processes of other MPI runs below the same command were left out"));
}

constexpr std::string_view kBeforeCount = ": ";

// Returns the number that a note ends with, if it is a count.
std::optional<std::uint64_t> count_in(std::string_view note) {
  const std::size_t at = note.rfind(kBeforeCount);
  if (at == note.npos) return std::nullopt;
  return base::number_in<std::uint64_t>(note.substr(at + kBeforeCount.size()));
}

}  // namespace

std::vector<std::string> process_notes(const std::vector<RawProcess>& processes) {
  struct Said {
    std::vector<std::uint32_t> ranks;
    std::uint64_t count = 0;
  };
  std::map<std::string, Said> all;
  for (const RawProcess& process : processes)
    for (const std::string& note : process.notes) {
      const std::optional<std::uint64_t> count = count_in(note);
      Said& said = all[count ? note.substr(0, note.rfind(kBeforeCount)) : note];
      if (said.ranks.empty() || said.ranks.back() != process.identity.rank)
        said.ranks.push_back(process.identity.rank);
      said.count += count.value_or(0);
    }
  std::vector<std::string> out;
  for (const auto& [note, said] : all) {
    out.push_back(said.ranks.size() == 1
                      ? "rank " + std::to_string(said.ranks[0]) + ": " + note
                      : base::counted(said.ranks.size(), "process", "processes") + ": " + note);
    if (said.count > 0) (out.back() += kBeforeCount) += std::to_string(said.count);
  }
  return out;
}

base::Result<RawExperiment> read_raw_experiment(const fs::path& experiment) {
  const fs::path raw = experiment / base::kRawFolder;
  RawExperiment out;
  if (const auto text = base::read_file(raw / base::kUnifiedFile); text.ok())
    if (auto set = eventlog::DefinitionSet::parse(*text); set.ok()) out.unified = std::move(*set);

  std::vector<RawProcess> candidates;
  std::size_t unreadable = 0;
  std::error_code error;
  for (fs::directory_iterator it(raw, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (!it->is_directory(ignored)) continue;
    auto candidate = read_process(it->path());
    if (candidate.ok())
      candidates.push_back(std::move(*candidate));
    else
      ++unreadable;
  }
  if (error)
    return base::Error{base::ErrorCode::NotFound,
                       "cannot read what the processes recorded (" + error.message() + ")",
                       raw.string(), ""};
  if (unreadable > 0)
    out.notes.push_back(base::counted(unreadable, "process left no readable definitions",
                                      "processes left no readable definitions"));
  select(candidates, out);
  out.processes = std::move(candidates);
  number_ranks_of_jobs(out.processes);
  const std::size_t hosts = use_clock_of_run(out.processes);
  if (hosts > 0)
    out.notes.push_back(base::counted(hosts, "host") +
                        " on which MPI_Comm_spawn has started processes: its clock was not "
                        "compared with that of rank 0, and the wall clock there may be wrong by "
                        "milliseconds");
  if (!out.processes.empty() && out.processes.front().has_rank) note_missing_ranks(out);
  return out;
}

}  // namespace tarry::trace::finish
