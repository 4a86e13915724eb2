// SPDX-License-Identifier: BSD-3-Clause
// The call tree of one event log while it grows, in memory and in <log>.tree beside the log: a
// page-aligned state, then cells of equal size, which are nodes, or the message counts or counters
// of nodes. All references are numbers, so that a file is a tree wherever it is mapped. Whatever
// kills the process, the kernel keeps what was folded. Format: docs/formats/call-tree.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "trace/eventlog/log_format.h"
#include "trace/summary/tree/counter_table.h"

namespace tarry::trace::summary {

inline constexpr char kTreeMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'T', 'R', 'E'};
inline constexpr std::uint32_t kTreeVersion = 4;

// Tells what a node's key is.
enum class NodeKind : std::uint8_t {
  Root = 0,      // of the log: no call path
  Function = 1,  // payload of the function's records
  Region = 2,    // region number of the process
  Program = 3,
  Threads = 4,    // root of threads that the program creates
  Tasks = 5,      // root of explicit tasks
  Outside = 6,    // time outside of any region
  Flush = 7,      // the measurement works on its buffers
  Pause = 8,      // recording is off
  Team = 9,       // root of the work of teams forked elsewhere: fork_place()
  TeamTime = 10,  // no call path: how often and how long a team, by its number, was between fork
                  // and join in the region above
  Rest = 11,      // call paths that are too deep or too many
  Unknown = 12,   // frames only: entered in a pause, otherwise unknown
};
inline constexpr std::uint8_t kLastNodeKind = static_cast<std::uint8_t>(NodeKind::Rest);

// The place where a team was forked: a node of the tree of the forking thread's log.
constexpr std::uint64_t fork_place(std::uint32_t thread, std::uint32_t node) {
  return std::uint64_t{thread} << 32 | node;
}

// Numbers of nodes; 0 is reserved and means none in a reference.
using NodeNumber = std::uint32_t;
inline constexpr NodeNumber kRootNode = 1;
inline constexpr NodeNumber kRestNode = 2;         // for call paths beyond the limit
inline constexpr std::uint32_t kRestMessages = 3;  // cell of its MessageCounts
inline constexpr std::uint32_t kFirstFreeCell = 4;

// A node of the tree, in one cell. Times are ticks.
struct Node {
  std::uint64_t key;
  NodeNumber parent;
  NodeNumber first_child;  // the child that was entered last
  NodeNumber next;         // sibling
  std::uint32_t messages;  // cell of its MessageCounts; 0: none
  NodeKind kind;
  std::uint8_t reserved;
  std::uint16_t depth;
  std::uint32_t counters;  // first cell of its CounterValues; 0: none
  std::uint64_t visits;
  std::uint64_t time;       // exclusive
  std::uint64_t inclusive;  // of visits that have ended
  std::uint64_t shortest;   // of these visits; ~0 if there is none
  std::uint64_t longest;
  std::uint64_t serial;      // part of `time` outside of teams
  std::uint64_t management;  // besides `time`: between fork and region, region and join
  std::uint64_t reserved_too[5];
};

// Counts of what MPI moved at a node, and of visits that share records; as kMessageMetrics has
// them.
enum class MessageCount : std::uint8_t {
  SyncsSend,
  CommsSend,
  BytesSent,
  SyncsRecv,
  CommsRecv,
  BytesRcvd,
  SyncsColl,
  CommsCxch,
  CommsCsrc,
  CommsCdst,
  BytesCout,
  BytesCin,
  BytesPut,
  BytesGet,
  JoinedVisits,
};
inline constexpr std::size_t kMessageCounts = 15;

// The message counts of a node, in one cell.
struct MessageCounts {
  std::uint64_t counts[kMessageCounts];
  std::uint64_t reserved;
};

// The counts of some counters at a node, in one cell. The counters have adjacent numbers in the
// process.
inline constexpr std::size_t kCountersInCell = 15;
struct CounterValues {
  std::uint64_t values[kCountersInCell];
  std::uint32_t block;  // values[i] is of counter block * kCountersInCell + i
  std::uint32_t next;   // a later cell, for other counters of the node; 0: none
};

inline constexpr std::size_t kCellBytes = 128;
static_assert(sizeof(Node) == kCellBytes && sizeof(MessageCounts) == kCellBytes &&
              sizeof(CounterValues) == kCellBytes);

// A region that was entered and not left.
struct Frame {
  std::uint64_t key;
  std::uint64_t enter;
  NodeNumber node;
  NodeNumber charged;  // gets the time while this region is the innermost one
  NodeKind kind;
  bool in_collective;  // a collective operation has begun in it
  bool left;           // while recording was off
  std::uint8_t reserved[5];
};

struct OpenFork {
  std::uint64_t time;
  std::uint64_t gap;    // time in no region since then
  NodeNumber node;      // node of the fork
  NodeNumber region;    // the first one directly in the team
  std::uint32_t depth;  // frames of its task at the fork
  bool has_team;
  std::uint8_t reserved[3];
};

struct OpenTeam {
  std::uint64_t fork;  // identity
  std::uint64_t task;  // task that was running
  NodeNumber base_before;
  std::uint32_t depth;  // frames of that task at the begin
  std::uint32_t forks;  // forks that were open then, with its own if it was forked here
  bool forked_here;
  std::uint8_t reserved[3];
};

// A task that was left for another one. The frames of suspended tasks follow each other in the
// order of the tasks; those of the running one come last.
struct SuspendedTask {
  std::uint64_t task;
  std::uint32_t first_frame;
  NodeNumber base;
};

// A non-blocking collective operation that was started.
struct OpenRequest {
  std::uint64_t request;  // 0: free
  NodeNumber node;
  std::uint32_t reserved;
};

// The last reading of a counter.
struct CounterReading {
  std::uint64_t value;
  std::uint64_t time;
  std::uint32_t stretch;  // as in TreeState
  bool is_known;
  std::uint8_t reserved[3];
};

// Oddities; their positions in TreeState::odd.
enum class Odd : std::uint8_t {
  Backwards,           // events earlier than the one before them
  SkippedLeaves,       // leaves of regions that are not open
  RepairedLeaves,      // regions that a leave further out has closed
  LostFrames,          // regions too deep even to be tracked
  LostRequests,        // collective operations that were started at an unknown place
  LostThreads,         // forks, teams and tasks nested too deeply
  Damaged,             // places in logs that are not records
  UndefinedCounters,   // readings of unknown sets of counters, or of other sizes
  FallenCounters,      // values that are less than the previous ones
  SharedCounters,      // values that several call paths have counted
  ImpossibleCounters,  // values that would overflow the sums
  LostCounters,        // values for which there was no room
};
inline constexpr std::size_t kOddKinds = 12;

inline constexpr std::size_t kMostFrames = 1024;
inline constexpr std::size_t kMostForks = 32;
inline constexpr std::size_t kMostTeams = 32;
inline constexpr std::size_t kMostSuspended = 256;
inline constexpr std::size_t kRequestSlots = 512;
inline constexpr std::uint32_t kMostDepth = 1000;
static_assert(kMostDepth < kMostFrames);

struct TreeState {
  char magic[8];
  std::uint32_t version;
  std::uint32_t thread;
  std::uint32_t cells;       // in use, with those without a node
  std::uint32_t most_cells;  // limit
  std::uint32_t most_depth;
  std::uint32_t reserved;
  std::uint64_t tick_base;
  trace::eventlog::ClockSource clock;
  std::uint32_t complete;  // 1: the log ended orderly, and all of it is folded
  trace::eventlog::ClockReading begin;
  trace::eventlog::ClockReading latest;
  // The folded part: the number of begun plus emptied windows, and the bytes of the last window.
  std::uint64_t windows;
  std::uint64_t offset;
  std::uint64_t records;
  std::uint64_t odd[kOddKinds];

  // The thread's place.
  std::uint64_t first;  // ticks of the first record
  std::uint64_t last;   // ticks of the last record
  std::uint64_t gap_time;
  std::uint64_t task;  // running task; 0: the implicit one
  NodeNumber base;     // node above the outermost regions
  NodeNumber charged;  // node to which time is charged
  std::uint32_t frame_count;
  std::uint32_t first_frame;  // first frame of this task
  std::uint32_t beyond;       // open regions without a frame
  std::uint32_t fork_count;
  std::uint32_t team_count;
  std::uint32_t suspended_count;
  bool started;
  bool gap;  // time is charged to no node
  bool in_program;
  bool in_thread;
  bool is_created;
  bool is_worker;
  bool forking;
  bool paused;
  bool reads_counters;       // there was a reading
  std::uint32_t stretch;     // grows where the thread idles, or is not recorded, in between
  NodeNumber run_node;       // the call path of the time up to now; 0: none
  std::uint64_t run_begin;   // begin of that time
  std::uint64_t team_place;  // fork_place() of the next team
  OpenFork forks[kMostForks];
  OpenTeam teams[kMostTeams];
  SuspendedTask suspended[kMostSuspended];
  OpenRequest requests[kRequestSlots];
  Frame frames[kMostFrames];
  CounterReading counters[CounterTable::kMostCounters];  // by number in the process
};

inline constexpr std::size_t kStateBytes = std::size_t{14} * 4096;
static_assert(sizeof(TreeState) <= kStateBytes && std::is_trivially_copyable_v<TreeState>);

}  // namespace tarry::trace::summary
