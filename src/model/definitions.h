// SPDX-License-Identifier: BSD-3-Clause
// The things that the events of a trace refer to: regions, locations, communicators, the clock.
// They stand in plain tables with dense ids, so that a million locations cost a few vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/collective_op.h"
#include "model/counter.h"
#include "model/ids.h"
#include "model/topology.h"

namespace tarry::model {

// The kind of construct that a region is. The values are those of OTF2 3.0 (OTF2_REGION_ROLE_*).
enum class RegionRole : std::uint8_t {
  Unknown = 0,
  Function,
  Wrapper,
  Loop,
  Code,
  Parallel,
  Sections,
  Section,
  Workshare,
  Single,
  SingleBlock,
  Master,
  Critical,
  CriticalBlock,
  Atomic,
  Barrier,
  ImplicitBarrier,
  Flush,
  Ordered,
  OrderedBlock,
  Task,
  TaskCreate,
  TaskWait,
  CollectiveOneToAll,
  CollectiveAllToOne,
  CollectiveAllToAll,
  CollectiveOther,
  FileIo,
  PointToPoint,
  Rma,
  DataTransfer,
  Artificial,
  ThreadCreate,
  ThreadWait,
  TaskUntied,
  Allocate,
  Deallocate,
  Reallocate,
  FileIoMetadata,
};

// The programming model that a region belongs to. The values are those of OTF2 3.0
// (OTF2_PARADIGM_*).
enum class Paradigm : std::uint8_t {
  Unknown = 0,
  User,
  Compiler,
  OpenMp,
  Mpi,
  Cuda,
  MeasurementSystem,
  Pthread,
  Hmpp,
  Ompss,
  Hardware,
  Gaspi,
  Upc,
  Shmem,
  WinThread,
  QtThread,
  AceThread,
  TbbThread,
  OpenAcc,
  OpenCl,
  Mtapi,
  Sampling,
  None,
  Hip,
  Kokkos,
};

// Both return OTF2's names in lower case: "point2point", "mpi"; "unknown" for values that this
// version does not know.
std::string_view role_name(RegionRole role);
std::string_view paradigm_name(Paradigm paradigm);
// Both return the value of such a name, or none for another word.
std::optional<RegionRole> role_by_name(std::string_view name);
std::optional<Paradigm> paradigm_by_name(std::string_view name);

// In files, the description of an MPI function's region begins with this if it tells the call site.
inline constexpr std::string_view kCallSitePrefix = "call site ";
// A call is shown with at most so many inlined functions around it.
inline constexpr std::size_t kMostInlined = 64;
// In files, this comes in front of the ids of the functions that are inlined_around.
inline constexpr std::string_view kInlinedInPrefix = "inlined in";
// In files, the description of a function that is the same_as another one begins with this.
inline constexpr std::string_view kSameAsPrefix = "same as ";
// In files, this is the description of a function that is_inlined.
inline constexpr std::string_view kInlinedDescription = "inlined function";

struct Region {
  std::string name;              // display name, demangled
  std::string canonical;         // mangled or canonical name; equal to `name` if there is none
  std::string file;              // empty if unknown
  std::uint32_t begin_line = 0;  // 0 if unknown
  std::uint32_t end_line = 0;
  RegionRole role = RegionRole::Unknown;
  Paradigm paradigm = Paradigm::Unknown;
  // The place where the program calls a function of MPI: "heat.cc:42", or "main+0x5f" without debug
  // information. `file` and `begin_line` belong to that place then. Empty if it is unknown.
  std::string call_site{};
  // The functions that the compiler inlined around this call, or around the calls of this function;
  // the outermost comes first.
  std::vector<RegionId> inlined_around{};
  // The region is a function as it was inlined: only calls inside of it refer to it, and no event.
  bool is_inlined = false;
  // The region that stands for this one if both are one function with the same inlined functions
  // around it, called at two places. Readers of traces see only the region that stands for both.
  RegionId same_as{};

  friend bool operator==(const Region&, const Region&) = default;
};

// Returns whether the region is a function of the program.
inline bool is_function(const Region& region) {
  return region.paradigm == Paradigm::Compiler || region.paradigm == Paradigm::Sampling;
}

// Returns whether the region is a function that is known from call stacks only: when it began and
// ended was not seen. docs/decisions/045-call-stacks.md
inline bool is_from_call_stacks(const Region& region) {
  return region.paradigm == Paradigm::Sampling;
}

enum class LocationKind : std::uint8_t { CpuThread, Gpu, Metric, Unknown };

struct Location {
  std::uint64_t trace_id = 0;  // id in the trace file: (thread << 32) | rank as Score-P writes it
  Rank rank;                   // process in MPI_COMM_WORLD
  std::uint32_t thread = 0;    // 0 is the initial thread of its process
  LocationKind kind = LocationKind::CpuThread;
  std::uint32_t host = 0;         // index into Definitions::hosts
  std::uint64_t event_count = 0;  // as declared by the trace; bounds every read
  std::string name;
};

// A communicator, whose `members` are world ranks by communicator rank; or a team of OpenMP
// threads, which the records of threads refer to in the same way.
struct Communicator {
  std::string name;
  std::vector<Rank> members;         // empty: MPI_COMM_SELF (every process its own), a team
  std::vector<Rank> remote_members;  // intercommunicators only: the other group
  std::vector<std::uint64_t> team;   // teams only: trace ids of the locations by thread number
  bool is_self = false;
  bool is_inter = false;
  bool is_team = false;
  // In a process topology, by communicator rank: the other ranks that a neighborhood operation
  // receives from, ascending. Empty if there is no topology, or if the trace does not tell it.
  std::vector<std::vector<std::uint32_t>> in_neighbors{};

  // Such a communicator makes nobody wait (docs/definitions.md, "Special cases").
  [[nodiscard]] bool has_one_member() const {
    return is_self || (!is_inter && members.size() == 1);
  }
};

// A window of one-sided communication. Its targets are ranks of its communicator.
struct Window {
  std::string name;
  CommId comm;
};

// A file that processes have opened together by MPI. Several of them may have one name.
struct OpenedFile {
  std::string name;
  CommId comm;
};

struct Clock {
  std::uint64_t ticks_per_second = 1'000'000'000;
  std::uint64_t begin = 0;        // earliest time stamp
  std::uint64_t length = 0;       // latest minus earliest
  std::uint64_t realtime_ns = 0;  // wall-clock time of `begin`, nanoseconds since 1970; 0 unknown

  // Returns how long so many ticks, or parts of ticks, are.
  [[nodiscard]] double seconds(double ticks) const {
    return ticks / static_cast<double>(ticks_per_second);
  }
  [[nodiscard]] double seconds(Ticks ticks) const {
    return seconds(static_cast<double>(ticks.count));
  }
};

struct Definitions {
  Clock clock;
  std::vector<Region> regions;              // by RegionId
  std::vector<Location> locations;          // by LocationIndex, sorted by (rank, thread)
  std::vector<Communicator> communicators;  // by CommId
  std::vector<Window> windows;              // by WindowId
  std::vector<OpenedFile> files;            // by FileId
  std::vector<std::vector<Rank>> groups;    // by GroupId: the world ranks that a process
                                            // synchronizes with on a window
  std::vector<Counter> counters;            // by CounterId
  std::vector<CounterSet> counter_sets;     // by CounterSetId
  std::vector<Topology> topologies;         // of Cartesian communicators
  std::vector<std::string> hosts;
  std::vector<std::string> processes;      // name of each process, by Rank
  std::string program;                     // name of the measured program, empty if unknown
  std::vector<std::string> more_programs;  // the other programs, if processes run several
  bool has_mpi = false;                    // the trace has MPI_COMM_WORLD
};

}  // namespace tarry::model
