// SPDX-License-Identifier: BSD-3-Clause
// The definitions of one process, or of many merged into one. Merging is associative and the final
// numbering canonical (sorted by key, not by arrival), so the unified set does not depend on the
// shape of the reduction tree. Source: M. Geimer et al., "The SCALASCA performance toolset
// architecture", section 4.3.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/definitions.h"

namespace tarry::trace::eventlog {

// A communicator's global identity: equal on all its processes.
struct CommKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const CommKey&, const CommKey&) = default;
};

// Returns the key of a process' own team of threads. No communicator has such a key.
CommKey team_key(std::uint32_t rank, std::uint32_t number);
// Returns the world rank of the process to which a team belongs.
std::uint32_t rank_of_team(const CommKey& key);

// A function, before its name is known.
struct FunctionKey {
  std::string module;        // path of the loaded object
  std::uint64_t offset = 0;  // address minus load bias
  // The call site: the object and the address behind the call. Empty and 0 if it is unknown, or if
  // it cannot tell which functions were inlined there.
  std::string caller{};
  std::uint64_t call_site = 0;
  bool is_from_call_stacks = false;  // otherwise hooks have told when it began and ended
  friend auto operator<=>(const FunctionKey&, const FunctionKey&) = default;
};

// A region that has its own name (MPI function, user region) or a part of it: for an OpenMP
// construct, file and line are looked up after the run.
struct NamedRegionKey {
  std::string name;
  std::string file;
  std::uint32_t line = 0;
  model::RegionRole role = model::RegionRole::Unknown;
  model::Paradigm paradigm = model::Paradigm::Unknown;
  std::uint64_t offset = 0;  // in the loaded object `file`, if the region is known by an address
  friend auto operator<=>(const NamedRegionKey&, const NamedRegionKey&) = default;
};

// Stands for the members of a communicator with processes of several jobs: no process knows them.
inline constexpr const char* kFoundLater = "?";

struct CommDefinition {
  std::string kind;  // "world", "self", "intra", "inter", "team"
  std::string name;
  std::string members;         // world ranks, ranges joined; empty if this process does not know
                               // them; kFoundLater; for a team: thread numbers
  std::string remote_members;  // intercommunicators
  std::string grid{};          // sizes of a Cartesian one, "4,3p"; p: periodic
  // In a process topology, by communicator rank: the other ranks that a neighborhood operation
  // receives from, ranges joined. Those without any are missing.
  std::map<std::uint32_t, std::string> neighbors{};
  friend bool operator==(const CommDefinition&, const CommDefinition&) = default;
};

struct WindowDefinition {
  CommKey comm;
  std::string name;
  friend bool operator==(const WindowDefinition&, const WindowDefinition&) = default;
};

using FileDefinition = WindowDefinition;

// The identity of counters that are read together.
struct CounterSetKey {
  model::CounterOccurrence occurrence{};
  std::vector<model::Counter> members;
  friend auto operator<=>(const CounterSetKey&, const CounterSetKey&) = default;
};

struct ProcessDefinition {
  std::uint32_t rank = 0;
  std::uint64_t pid = 0;
  std::string host;
  std::string directory;  // name of its folder below <experiment>/raw
  friend auto operator<=>(const ProcessDefinition&, const ProcessDefinition&) = default;
};

// The definitions that are the same for all processes that have them; they are reduced over the
// ranks.
struct DefinitionSet {
  std::uint32_t size = 1;          // processes in MPI_COMM_WORLD
  std::set<std::string> programs;  // paths; global number: position
  std::map<FunctionKey, model::RegionId> functions;
  // Functions that some process has excluded adaptively, with the limit of their time in
  // nanoseconds.
  std::map<FunctionKey, std::uint32_t> short_functions;
  std::map<NamedRegionKey, model::RegionId> regions;
  std::map<CommKey, CommDefinition> communicators;  // global number: position in key order
  std::map<CommKey, WindowDefinition> windows;      // global number: position in key order
  std::map<CommKey, FileDefinition> files;          // the same
  std::map<CommKey, std::string> groups;            // members, as world ranks; number: position
  std::set<CounterSetKey> counter_sets;             // global number: position
  std::vector<ProcessDefinition> processes;         // sorted by rank

  // Adds everything that `other` has and this set lacks. Associative and commutative.
  void merge(const DefinitionSet& other);

  // Numbers regions from 0 in key order, then functions. Call it once, after the last merge.
  void assign_ids();

  // Returns the first of the programs; empty if none is known.
  [[nodiscard]] std::string first_program() const;

  // Returns the position of `path` among the programs; 0 if it is not among them.
  [[nodiscard]] std::uint32_t program_number(const std::string& path) const;

  // Returns the region of functions that were unknown when the ids were assigned: the next free
  // number.
  [[nodiscard]] model::RegionId late_region() const;

  // Returns compact text for sending and for <experiment>/raw/unified.tsv. parse(serialize(x)) ==
  // x. Without members, communicators are listed by key only (enough to know their global numbers).
  [[nodiscard]] std::string serialize(bool with_members) const;
  static base::Result<DefinitionSet> parse(std::string_view text);

  friend bool operator==(const DefinitionSet&, const DefinitionSet&) = default;
};

}  // namespace tarry::trace::eventlog
