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

// The key of a process' own team of threads. No communicator has such a one.
CommKey team_key(std::uint32_t rank, std::uint32_t number);
// World rank of the process that a team belongs to.
std::uint32_t rank_of_team(const CommKey& key);

// A function, before its name is known.
struct FunctionKey {
  std::string module;        // path of the loaded object
  std::uint64_t offset = 0;  // address minus load bias
  // Where it is called: the object and the address behind the call. Empty and 0 if that is not
  // known, or if nothing could tell what was inlined there.
  std::string caller{};
  std::uint64_t call_site = 0;
  friend auto operator<=>(const FunctionKey&, const FunctionKey&) = default;
};

// A region that carries its own name (MPI function, user region), or a part of it: of an OpenMP
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

struct CommDefinition {
  std::string kind;  // "world", "self", "intra", "inter", "team"
  std::string name;
  std::string members;         // world ranks, ranges joined; empty if this process does not know;
                               // of a team: thread numbers
  std::string remote_members;  // intercommunicators
  friend bool operator==(const CommDefinition&, const CommDefinition&) = default;
};

struct WindowDefinition {
  CommKey comm;
  std::string name;
  friend bool operator==(const WindowDefinition&, const WindowDefinition&) = default;
};

// Counters that are read together, by what they are.
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

// What is the same for all processes that have it; this is what is reduced over the ranks.
struct DefinitionSet {
  std::uint32_t size = 1;          // processes in MPI_COMM_WORLD
  std::set<std::string> programs;  // paths; global number: position
  std::map<FunctionKey, model::RegionId> functions;
  // Functions that left themselves out in some process, and what they take at most, in nanoseconds.
  std::map<FunctionKey, std::uint32_t> short_functions;
  std::map<NamedRegionKey, model::RegionId> regions;
  std::map<CommKey, CommDefinition> communicators;  // global number: position in key order
  std::map<CommKey, WindowDefinition> windows;      // likewise
  std::map<CommKey, std::string> groups;            // likewise: members, as world ranks
  std::set<CounterSetKey> counter_sets;             // global number: position
  std::vector<ProcessDefinition> processes;         // sorted by rank

  // Adds what `other` has and this lacks. Associative and commutative.
  void merge(const DefinitionSet& other);

  // Numbers regions 0.. in key order, then functions. Call once, after the last merge.
  void assign_ids();

  // The first of the programs; empty if none is known.
  [[nodiscard]] std::string first_program() const;

  // The position of `path` among the programs; 0 if it is none of them.
  [[nodiscard]] std::uint32_t program_number(const std::string& path) const;

  // The region of functions that were not known when the ids were assigned: the next free number.
  [[nodiscard]] model::RegionId late_region() const;

  // Compact text for sending and for <experiment>/raw/unified.tsv. parse(serialize(x)) == x.
  // Without members, communicators are listed by key only (enough to know their global numbers).
  [[nodiscard]] std::string serialize(bool with_members) const;
  static base::Result<DefinitionSet> parse(std::string_view text);

  friend bool operator==(const DefinitionSet&, const DefinitionSet&) = default;
};

}  // namespace tarry::trace::eventlog
