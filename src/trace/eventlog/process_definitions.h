// SPDX-License-Identifier: BSD-3-Clause
// The definitions that one measured process wrote: definitions.tsv of its folder (layout:
// docs/formats/definitions-log.md) and, once its logs are read, the functions that it called.
// Events contain local numbers; these lead to keys, which are the same on all processes.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"
#include "trace/eventlog/debug_information.h"
#include "trace/eventlog/definition_set.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::trace::eventlog {

// A loaded object: an address in [begin, end) has the key (path, address - bias).
struct Module {
  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string path;
};

struct LocalComm {
  CommKey key;
  std::uint32_t rank = 0;  // rank of this process in the communicator
  std::uint32_t size = 0;
  std::uint32_t remote_size = 0;  // size of an intercommunicator's other group
  std::uint32_t group = 0;        // in an intercommunicator: 0 with the smallest world rank, or 1
  bool is_self = false;           // MPI_COMM_SELF
  bool is_joint = false;          // with processes of several jobs
  bool known = false;             // the number was defined
};

// A quantity that a plug-in measures in MPI calls.
struct StatisticDefinition {
  std::string name;
  std::string unit;
};

// Counters that are read together; empty if the number was not defined.
using LocalCounterSet = std::optional<CounterSetKey>;

struct ThreadDefinition {
  std::uint32_t number = 0;
  std::string name;
};

struct ProcessDefinitions {
  DefinitionSet set;  // contribution of this process; functions only after add_functions()
  ProcessDefinition process;
  // Where the job of the process comes from: for each generation, the rank of the process that has
  // started it in its world, and how many jobs that has started before. Empty: from the launcher.
  std::vector<std::uint32_t> job;
  bool has_process = false;                       // a `process` line was found
  std::vector<NamedRegionKey> regions;            // by local number
  std::vector<LocalComm> communicators;           // by local number
  std::vector<CommKey> windows;                   // by local number
  std::vector<CommKey> files;                     // by local number
  std::vector<CommKey> groups;                    // by local number
  std::vector<std::vector<std::uint32_t>> teams;  // by number - 1: thread numbers in team order
  std::vector<std::string> datatypes;             // names, by local number
  std::vector<Module> modules;                    // in the order of loading
  std::vector<FunctionKey> called_functions;      // by local number
  std::vector<ThreadDefinition> threads;
  std::vector<StatisticDefinition> statistics;   // by number in the records
  std::vector<model::Counter> counters;          // by local number
  std::vector<LocalCounterSet> counter_sets;     // by local number
  std::vector<otf2::ClockOffset> clock_offsets;  // in order of time
  std::string mpi_library;                       // name and version
  std::uint64_t short_calls = 0;                 // calls of functions that were adaptively excluded
  std::set<FunctionKey> long_functions;          // were excluded and came back
  bool has_unrecorded = false;                   // messages or collective operations, in pauses
  bool has_ended_sessions = false;               // of MPI, without MPI_Init
  bool has_unselected = false;                   // the same, in calls that were not to be recorded
  std::vector<std::string> notes;
  model::Anomalies anomalies;
};

// Reads `directory`/definitions.tsv. Lines that make no sense are skipped and counted.
base::Result<ProcessDefinitions> read_process_definitions(const std::filesystem::path& directory);

// Does the same from text; `directory` is the name of the process' folder. Call sites of functions
// matter only in modules that `may_tell_inlined`.
base::Result<ProcessDefinitions> parse_process_definitions(
    std::string_view text, std::string directory,
    bool (*may_tell_inlined)(const std::string& module) = has_debug_information);

// Returns the key of a function address; an address in no module has an empty path and offset 0. A
// module that was loaded later wins, because an earlier one at its place must be gone.
FunctionKey function_key(const std::vector<Module>& modules, std::uint64_t address);

// Returns the key for the payload of a FunctionEnter record.
FunctionKey function_key(const ProcessDefinitions& definitions, std::uint64_t payload);

// Returns the event logs in `directory`, sorted by name.
base::Result<std::vector<std::filesystem::path>> list_logs(const std::filesystem::path& directory);

// Adds the teams to `definitions.set`. Call it once the process' rank is known.
void add_teams(ProcessDefinitions& definitions);

// Reads the logs in `directory` and adds every function in them to `definitions.set`.
base::Status collect_functions(const std::filesystem::path& directory,
                               ProcessDefinitions& definitions);

}  // namespace tarry::trace::eventlog
