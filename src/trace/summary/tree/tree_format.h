// SPDX-License-Identifier: BSD-3-Clause
// The call tree of one event log while it grows, as it lies in memory and in <log>.tree beside the
// log: a page-aligned state, then cells of equal size, which are nodes, or the message counts or
// counters of nodes. Everything refers to everything by number, so that a file is a tree wherever
// it is mapped; whatever kills the process, the kernel keeps what was folded. Docs:
// docs/formats/call-tree.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "trace/eventlog/log_format.h"
#include "trace/summary/tree/counter_table.h"

namespace tarry::trace::summary {

inline constexpr char kTreeMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'T', 'R', 'E'};
inline constexpr std::uint32_t kTreeVersion = 2;

// What a node's key is.
enum class NodeKind : std::uint8_t {
  Root = 0,      // of the log: no call path
  Function = 1,  // what a record of the function holds
  Region = 2,    // region number of the process
  Program = 3,
  Threads = 4,    // root of threads that the program creates
  Tasks = 5,      // root of explicit tasks
  Outside = 6,    // time outside of any region
  Flush = 7,      // the measurement at work on its buffers
  Pause = 8,      // recording is off
  Team = 9,       // root of what is done in teams forked elsewhere: fork_place()
  TeamTime = 10,  // no call path: how often and how long a team, by its number, was between fork
                  // and join in the region above
  Rest = 11,      // call paths that are too deep or too many
  Unknown = 12,   // frames only: entered in a pause, nothing more is known
};
inline constexpr std::uint8_t kLastNodeKind = static_cast<std::uint8_t>(NodeKind::Rest);

// Where a team was forked: a node of the tree of that thread's log.
constexpr std::uint64_t fork_place(std::uint32_t thread, std::uint32_t node) {
  return std::uint64_t{thread} << 32 | node;
}

// Numbers of nodes; 0 is the root's, and means none where a node is only pointed at.
using NodeNumber = std::uint32_t;
inline constexpr NodeNumber kRootNode = 1;
inline constexpr NodeNumber kRestNode = 2;         // for call paths beyond the most that are kept
inline constexpr std::uint32_t kRestMessages = 3;  // cell of its MessageCounts
inline constexpr std::uint32_t kFirstFreeCell = 4;

// Times are ticks. One cell.
struct Node {
  std::uint64_t key;
  NodeNumber parent;
  NodeNumber first_child;  // that was entered last
  NodeNumber next;         // sibling
  std::uint32_t messages;  // cell of its MessageCounts; 0: none
  NodeKind kind;
  std::uint8_t reserved;
  std::uint16_t depth;
  std::uint32_t counters;  // first cell of its CounterValues; 0: none
  std::uint64_t visits;
  std::uint64_t time;       // alone
  std::uint64_t inclusive;  // of visits that have ended
  std::uint64_t shortest;   // of these; ~0 if there is none
  std::uint64_t longest;
  std::uint64_t serial;      // of `time`: outside of teams
  std::uint64_t management;  // besides `time`: between fork and region, region and join
  std::uint64_t reserved_too[5];
};

// What MPI moved at a node, in the order of message_metrics().
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
};
inline constexpr std::size_t kMessageCounts = 14;

// One cell.
struct MessageCounts {
  std::uint64_t counts[kMessageCounts];
  std::uint64_t reserved[2];
};

// What some counters of the process, neighbours by number, have counted at a node. One cell.
inline constexpr std::size_t kCountersInCell = 15;
struct CounterValues {
  std::uint64_t values[kCountersInCell];
  std::uint32_t block;  // values[i] is of counter block * kCountersInCell + i
  std::uint32_t next;   // a later cell, of other counters of the node; 0: none
};

inline constexpr std::size_t kCellBytes = 128;
static_assert(sizeof(Node) == kCellBytes && sizeof(MessageCounts) == kCellBytes &&
              sizeof(CounterValues) == kCellBytes);

// A region that was entered and not left.
struct Frame {
  std::uint64_t key;
  std::uint64_t enter;
  NodeNumber node;
  NodeKind kind;
  bool in_collective;  // an operation has begun in it
  bool left;           // while recording was off
  std::uint8_t reserved;
};

struct OpenFork {
  std::uint64_t time;
  std::uint64_t gap;    // time in no region since then
  NodeNumber node;      // where
  NodeNumber region;    // the first one right in the team
  std::uint32_t depth;  // frames of its task then
  bool has_team;
  std::uint8_t reserved[3];
};

struct OpenTeam {
  std::uint64_t fork;  // identity
  std::uint64_t task;  // that was running
  NodeNumber base_before;
  std::uint32_t depth;  // frames of that task then
  std::uint32_t forks;  // that were open then, with its own if it was forked here
  bool forked_here;
  std::uint8_t reserved[3];
};

// A task that was left for another one. The frames of suspended tasks follow each other in their
// order; those of the running one come last.
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

// What was odd; the positions in TreeState::odd.
enum class Odd : std::uint8_t {
  Backwards,           // events earlier than the one before them
  SkippedLeaves,       // of regions that are not open
  RepairedLeaves,      // regions that a leave further out has closed
  LostFrames,          // regions too deep even to be followed
  LostRequests,        // collective operations of which it is not known where they were started
  LostThreads,         // forks, teams and tasks nested too deeply
  Damaged,             // places in logs that are no records
  UndefinedCounters,   // readings of sets of counters that are not known, or of other sizes
  FallenCounters,      // values that are less than the ones before
  SharedCounters,      // values that several call paths have counted
  ImpossibleCounters,  // values that sums could not hold
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
  std::uint32_t cells;       // used, with those that no node has
  std::uint32_t most_cells;  // never more
  std::uint32_t most_depth;
  std::uint32_t reserved;
  std::uint64_t tick_base;
  trace::eventlog::ClockSource clock;
  std::uint32_t complete;  // 1: the log ended orderly, and all of it is folded
  trace::eventlog::ClockReading begin;
  trace::eventlog::ClockReading latest;
  // What is folded: windows of the log that were begun and emptied together, and bytes of the last.
  std::uint64_t windows;
  std::uint64_t offset;
  std::uint64_t records;
  std::uint64_t odd[kOddKinds];

  // Where the thread is.
  std::uint64_t first;  // ticks of the first record
  std::uint64_t last;   // and of the last
  std::uint64_t gap_time;
  std::uint64_t task;  // that runs; 0: none but the implicit one
  NodeNumber base;     // what the outermost regions are below
  NodeNumber charged;  // whose the time is
  std::uint32_t frame_count;
  std::uint32_t first_frame;  // of this task
  std::uint32_t beyond;       // regions open that have no frame
  std::uint32_t fork_count;
  std::uint32_t team_count;
  std::uint32_t suspended_count;
  bool started;
  bool gap;  // the time is nobody's
  bool in_program;
  bool in_thread;
  bool is_created;
  bool is_worker;
  bool forking;
  bool paused;
  bool reads_counters;       // there was a reading
  std::uint32_t stretch;     // grows where the thread idles, or is not recorded, in between
  NodeNumber run_node;       // the call path of the time up to now; 0: nobody's
  std::uint64_t run_begin;   // since when it is that one
  std::uint64_t team_place;  // fork_place() of the team that comes next
  OpenFork forks[kMostForks];
  OpenTeam teams[kMostTeams];
  SuspendedTask suspended[kMostSuspended];
  OpenRequest requests[kRequestSlots];
  Frame frames[kMostFrames];
  CounterReading counters[CounterTable::kMostCounters];  // by number in the process
};

inline constexpr std::size_t kStateBytes = std::size_t{12} * 4096;
static_assert(sizeof(TreeState) <= kStateBytes && std::is_trivially_copyable_v<TreeState>);

}  // namespace tarry::trace::summary
