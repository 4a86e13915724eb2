// SPDX-License-Identifier: BSD-3-Clause
// Reads the files of the measured processes in <experiment>/raw, and decides which processes belong
// to the trace. It keeps per process only what the global definitions need, so that many processes
// fit into memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/eventlog/converter.h"
#include "trace/eventlog/definition_set.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::finish {

// The clock of a process, read when its recording began and last.
struct ReadClock {
  eventlog::ClockSource source{};
  eventlog::ClockReading begin{};
  eventlog::ClockReading latest{};
};

struct RawProcess {
  eventlog::ProcessDefinition identity;  // rank may be assigned here for processes without MPI
  std::uint32_t size = 1;                // of the run
  std::vector<std::uint32_t> job;        // as in ProcessDefinitions
  std::uint32_t job_size = 0;            // 0 if the run has one job
  std::uint32_t first_rank = 0;          // the rank in the run of the first process of the job
  bool has_rank = false;                 // the process knows its rank in MPI_COMM_WORLD
  ReadClock clock;
  std::vector<otf2::ClockOffset> clock_offsets;  // to rank 0 of the run
  std::vector<eventlog::LocalComm> communicators;
  std::string mpi_library;
  std::vector<std::string> notes;
  std::map<eventlog::FunctionKey, std::uint32_t> short_functions;  // as in DefinitionSet
  std::set<eventlog::FunctionKey> long_functions;                  // as in ProcessDefinitions
  std::uint64_t short_calls = 0;                                   // as in ProcessDefinitions
  bool has_ended_sessions = false;                                 // of MPI, without MPI_Init
  bool lacks_communication = false;  // messages or collective operations have no records
  std::optional<eventlog::Conversion> conversion;  // empty: not converted yet
};

struct RawExperiment {
  std::vector<RawProcess> processes;               // sorted by rank, every rank at most once
  std::optional<eventlog::DefinitionSet> unified;  // raw/unified.tsv
  std::vector<std::string> notes;                  // reports of what was ignored, one sentence each
};

// Returns the notes of all processes: each once, with the processes that wrote it.
std::vector<std::string> process_notes(const std::vector<RawProcess>& processes);

// Reads <experiment>/raw. Ranks are those in the run (jobs.h). Processes without a rank are ignored
// if others have ranks; if none has, they are numbered in order of their start.
base::Result<RawExperiment> read_raw_experiment(const std::filesystem::path& experiment);

}  // namespace tarry::trace::finish
