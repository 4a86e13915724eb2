// SPDX-License-Identifier: BSD-3-Clause
// The event log of one measured thread, which the injected runtime writes and the converter reads.
//
// A log is a file of one header page and any number of windows of equal size. The runtime maps one
// window at a time (shared, blocks reserved beforehand) and appends records of 16-byte units. To
// flush a full window, it unmaps the window and maps the next one. Whatever kills the process, the
// kernel keeps what was written: no signal handlers are needed, and only the record that is being
// written is lost. Unused space is zero, so a reader finds the end of a window by RecordKind::None.
// Time stamps are ticks of the measuring host's clock since LogHeader::tick_base.
//
// Why we do not write OTF2 directly: docs/decisions/001-event-log.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarry::trace::eventlog {

inline constexpr char kLogMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'L', 'O', 'G'};
inline constexpr std::uint32_t kLogVersion = 12;
inline constexpr std::size_t kHeaderBytes = 4096;
inline constexpr std::size_t kUnitBytes = 16;

enum class RecordKind : std::uint8_t {
  None = 0,                            // nothing written here: the rest of this window is empty
  FunctionEnter = 1,                   // payload: address of the function, or called_function()
  FunctionLeave = 2,                   // payload: the same as for the enter
  RegionEnter = 3,                     // payload: region number of this process (see RegionNumber)
  RegionLeave = 4,                     // payload: leave_of_polls(), which for a single call is the
                                       // region number of this process
  MpiSend = 5,                         // MessageRecord
  MpiIsend = 6,                        // MessageRecord
  MpiIsendComplete = 7,                // payload: request
  MpiIrecvRequest = 8,                 // payload: request
  MpiRecv = 9,                         // MessageRecord
  MpiIrecv = 10,                       // MessageRecord
  MpiRequestCancelled = 12,            // payload: request
  CollectiveBegin = 13,                // payload: 0
  CollectiveEnd = 14,                  // CollectiveRecord
  NonBlockingCollectiveRequest = 15,   // payload: request
  NonBlockingCollectiveComplete = 16,  // CollectiveRecord
  BufferFlush = 17,  // payload: tick at which the flush ended; time: when it began
  MeasurementOff =
      18,  // payload: 0. Until MeasurementOn follow only leaves of regions entered before
  MeasurementOn = 19,  // payload: regions entered since MeasurementOff and still open that have no
                       // enter in the log. Those inside of them follow, with their enters
  ProgramBegin = 20,   // payload: 0
  ProgramEnd = 21,     // payload: exit status (64-bit two's complement)
  ThreadBegin = 22,    // payload: begin_of_thread(). Threads whose lives do not overlap may share a
                       // log, one after the other
  ThreadEnd = 23,      // payload: 0
  ThreadFork = 24,     // payload: threads asked for
  ThreadJoin = 25,     // payload: fork_and_team()
  TeamBegin = 26,      // payload: thread_and_count() of the thread that forked the team
  TeamEnd = 27,        // payload: the same
  LockAcquired = 28,   // payload: lock number << 32 | acquisitions of this lock so far
  LockReleased = 29,   // payload: the same as for the acquisition
  TaskCreate = 30,     // payload: thread_and_count() of the creating thread
  TaskSwitch = 31,     // payload: identity of the task, 0 for the implicit one
  TaskComplete = 32,   // payload: identity of the task
  ThreadCreate = 33,   // payload: number of the thread that was created
  ThreadWait = 34,     // payload: number of the thread that was waited for
  MutexAcquired = 35,  // as LockAcquired, but of POSIX threads
  MutexReleased = 36,  // as LockReleased
  RmaWindowCreated = 37,     // payload: window number
  RmaWindowDestroyed = 38,   // payload: window number
  RmaCollectiveBegin = 39,   // payload: 0
  RmaCollectiveEnd = 40,     // payload: window_and() model::CollectiveOp
  RmaGroupSync = 41,         // payload: window_and() group number
  RmaLockRequested = 42,     // payload: window_and_lock()
  RmaLockReleased = 43,      // payload: the same
  RmaPut = 44,               // OneSidedRecord
  RmaGet = 45,               // OneSidedRecord
  RmaAtomic = 46,            // AtomicRecord
  RmaCompleted = 47,         // payload: window_and() matching number; at the target, too
  RmaRequestCompleted = 48,  // payload: the same; of an operation with a request, here
  MpiArguments = 50,         // ArgumentsRecord, of the record behind it
  Statistic = 51,            // payload: statistic_and_value(), of the MPI call that is open
  CountersRead = 52,         // payload: set_and_count(); that many values of 64 bit behind it. In
                             // front of the enter or leave that they were read at, with its time
  // payload: trace::summary::fork_place() of the team that begins next; for call trees only
  TeamPlace = 53,
  FromAnySource = 54,  // payload: 0. In front of the MpiRecv or MpiIrecv of a receive that was
                       // posted with MPI_ANY_SOURCE, with its time
  MpiOperands = 55,    // OperandsRecord; only in logs for a compressed trace
  FileOpened = 56,     // payload: file number
  FileClosed = 57,     // payload: file number
  FileOperation = 58,  // OneSidedRecord of a file; target: file_operation()
  FileCompleted = 59,  // the same; bytes: moved; the target says nothing
};

// The payload of a function that is known from call stacks: a `called-function` line of the
// definitions log has the function and the place that calls it under this number. Addresses of code
// leave the bit free.
inline constexpr std::uint64_t kIsCalledFunction = std::uint64_t{1} << 63;
constexpr std::uint64_t called_function(std::uint32_t number) { return kIsCalledFunction | number; }
constexpr bool is_called_function(std::uint64_t payload) {
  return (payload & kIsCalledFunction) != 0;
}
constexpr std::uint32_t called_function_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload);
}

// Calls of MPI that have found nothing share an enter and a leave if nothing was recorded between
// them. The time from one to the other is the time in all calls; the time between the calls follows
// the leave. docs/decisions/061-joined-polls.md
inline constexpr std::uint64_t kOneMorePoll = std::uint64_t{1} << 32;
constexpr std::uint64_t leave_of_polls(std::uint32_t region, std::uint64_t calls) {
  return (calls - 1) * kOneMorePoll | region;
}
constexpr std::uint32_t region_of_leave(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload);
}
constexpr std::uint64_t calls_of_leave(std::uint64_t payload) { return (payload >> 32) + 1; }

// The values of a set of counters. The definitions log tells the counters, in the order of the
// values, and their types. Counters of the system and of PAPI are running totals from some
// beginning on, less what Tarry itself made them count between two events. Sets of a thread are in
// its log, those of the process in the log of its initial thread.
inline constexpr unsigned kCountBits = 8;
inline constexpr std::size_t kMostValuesOfSet = (std::size_t{1} << kCountBits) - 1;
constexpr std::uint64_t set_and_count(std::uint32_t set, std::size_t count) {
  return std::uint64_t{set} << kCountBits | count;
}
constexpr std::uint32_t counter_set_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload >> kCountBits);
}
constexpr std::size_t value_count_of(std::uint64_t payload) { return payload & kMostValuesOfSet; }

// Statistics of plug-ins are numbered by lines of the definitions log, from 0.
inline constexpr std::uint64_t kLargestStatisticValue = (std::uint64_t{1} << 56) - 1;
constexpr std::uint64_t statistic_and_value(std::uint32_t statistic, std::uint64_t value) {
  return std::uint64_t{statistic} << 56 | (value & kLargestStatisticValue);
}
constexpr std::uint32_t statistic_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload >> 56);
}
constexpr std::uint64_t value_of_statistic(std::uint64_t payload) {
  return payload & kLargestStatisticValue;
}

// Windows of a process are numbered from 0, far below 2^31.
constexpr std::uint64_t window_and(std::uint32_t window, std::uint32_t number) {
  return std::uint64_t{window} << 32 | number;
}
constexpr std::uint32_t window_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload >> 32);
}
constexpr std::uint32_t number_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload);
}

// A transfer of a file: model::FileOperation::Kind, and who takes part and when it ends.
constexpr std::uint32_t file_operation(std::uint32_t kind, bool is_collective,
                                       bool is_nonblocking) {
  return kind << 2 | (is_collective ? 2u : 0u) | (is_nonblocking ? 1u : 0u);
}
constexpr std::uint32_t kind_of_file_operation(std::uint32_t operation) { return operation >> 2; }
constexpr bool is_collective_file_operation(std::uint32_t operation) {
  return (operation & 2) != 0;
}
constexpr bool is_nonblocking_file_operation(std::uint32_t operation) {
  return (operation & 1) != 0;
}

// `target`: rank in the window's communicator.
inline constexpr std::uint32_t kAllTargets = 0xFFFFFFFFu;
constexpr std::uint64_t window_and_lock(std::uint32_t window, std::uint32_t target,
                                        bool is_exclusive) {
  return std::uint64_t{window} << 33 | std::uint64_t{is_exclusive} << 32 | target;
}
constexpr std::uint32_t window_of_lock(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload >> 33);
}
constexpr bool is_exclusive_lock(std::uint64_t payload) { return (payload >> 32 & 1) != 0; }

// Threads that the program creates are numbered from 1; 0: created otherwise, or before recording.
constexpr std::uint64_t begin_of_thread(std::uint32_t created, bool is_openmp) {
  return std::uint64_t{created} << 1 | (is_openmp ? 1u : 0u);
}
constexpr std::uint32_t created_thread(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload >> 1);
}
constexpr bool is_openmp_thread(std::uint64_t payload) { return (payload & 1) != 0; }

// Identifies the n-th fork or task (from 1) of a thread within the process.
constexpr std::uint64_t thread_and_count(std::uint32_t thread, std::uint64_t count) {
  return std::uint64_t{thread} << 40 | (count & ((std::uint64_t{1} << 40) - 1));
}
constexpr std::uint32_t thread_of(std::uint64_t identity) {
  return static_cast<std::uint32_t>(identity >> 40);
}
constexpr std::uint64_t count_of(std::uint64_t identity) {
  return identity & ((std::uint64_t{1} << 40) - 1);
}

// The team that the n-th fork of this thread made, which is known only when all its members have
// begun. Team numbers of a process count from 1; 0: unknown.
constexpr std::uint64_t fork_and_team(std::uint64_t count, std::uint32_t team) {
  return count << 24 | (team & 0xFFFFFFu);
}
constexpr std::uint64_t fork_of(std::uint64_t payload) { return payload >> 24; }
constexpr std::uint32_t team_of(std::uint64_t payload) {
  return static_cast<std::uint32_t>(payload & 0xFFFFFFu);
}

// First unit of every record. `time_and_kind` is written last: a record whose kind is still None
// was never completed.
struct RecordHead {
  std::uint64_t time_and_kind;  // ticks << 8 | RecordKind
  std::uint64_t payload;
};

constexpr std::uint64_t pack_time(std::uint64_t ticks, RecordKind kind) {
  return ticks << 8 | static_cast<std::uint8_t>(kind);
}
constexpr std::uint64_t unpack_ticks(std::uint64_t packed) { return packed >> 8; }
constexpr RecordKind unpack_kind(std::uint64_t packed) {
  return static_cast<RecordKind>(packed & 0xFF);
}

// A record of two units.
struct MessageRecord {
  std::uint64_t time_and_kind;
  std::uint32_t peer;  // communicator rank
  std::uint32_t comm;  // communicator number of this process
  std::uint32_t tag;
  std::uint32_t request;  // 0: blocking
  std::uint64_t bytes;
};

// A record of two units with the arguments of a call; only in logs for a compressed trace, in front
// of MpiSend, MpiIsend, MpiRecv, MpiIrecvRequest, CollectiveEnd and NonBlockingCollectiveRequest.
struct ArgumentsRecord {
  std::uint64_t time_and_kind;
  std::int32_t posted_peer;  // for a receive: communicator rank or model::MpiArguments::k*
  std::int32_t posted_tag;
  std::int64_t count;
  std::int32_t datatype;  // number of this process
  std::uint32_t comm;     // for a receive that is posted
};

// A record of six units with what a call on a window or a file was told: model::MpiOperands.
struct OperandsRecord {
  std::uint64_t time_and_kind;
  std::uint32_t object;   // number of this process
  std::uint32_t request;  // 0: blocking
  std::int64_t at;
  std::int64_t size;
  std::uint64_t bytes;
  std::uint64_t received;
  std::int64_t count;
  std::int64_t unit;
  std::int32_t target;
  std::int32_t datatype;  // number of this process
  std::int32_t mode;
  std::int32_t reduction;
  std::int32_t name;    // number of this process
  std::uint32_t comm;   // number of this process; of MakeWindow and OpenFile
  std::uint32_t shape;  // model::MpiOperands::Shape
  std::uint32_t reserved;
};

// A record of three units.
struct CollectiveRecord {
  std::uint64_t time_and_kind;
  std::uint32_t root;  // communicator rank or one of model::kRoot*
  std::uint32_t comm;
  std::uint32_t op;       // model::CollectiveOp
  std::uint32_t request;  // 0: blocking
  std::uint64_t bytes_sent;
  std::uint64_t bytes_received;
  std::uint64_t reserved;
};

// A record of two units.
struct OneSidedRecord {
  std::uint64_t time_and_kind;
  std::uint32_t window;
  std::uint32_t target;  // rank in the window's communicator
  std::uint64_t bytes;
  std::uint32_t matching;  // 0: its completion is not recorded
  std::uint32_t reserved;
};

// A record of three units.
struct AtomicRecord {
  std::uint64_t time_and_kind;
  std::uint32_t window;
  std::uint32_t target;
  std::uint64_t bytes_sent;
  std::uint64_t bytes_received;
  std::uint32_t matching;
  std::uint32_t type;  // OTF2_RMA_ATOMIC_TYPE_*
  std::uint64_t reserved;
};

// Each unit behind the first has two values.
constexpr std::size_t counter_units(std::size_t values) { return 1 + (values + 1) / 2; }

// Returns the units that a record of this kind with this payload takes; 0 for None and for kinds
// that this version does not know. The payload, the second half of the first unit, matters only for
// CountersRead.
constexpr std::size_t record_units(RecordKind kind, std::uint64_t payload) {
  switch (kind) {
    case RecordKind::None:
      return 0;
    case RecordKind::MpiSend:
    case RecordKind::MpiIsend:
    case RecordKind::MpiRecv:
    case RecordKind::MpiIrecv:
    case RecordKind::RmaPut:
    case RecordKind::RmaGet:
    case RecordKind::MpiArguments:
    case RecordKind::FileOperation:
    case RecordKind::FileCompleted:
      return 2;
    case RecordKind::CollectiveEnd:
    case RecordKind::NonBlockingCollectiveComplete:
    case RecordKind::RmaAtomic:
      return 3;
    case RecordKind::MpiOperands:
      return 6;
    case RecordKind::CountersRead:
      return counter_units(value_count_of(payload));
    default:
      return kind <= RecordKind::FileCompleted ? 1 : 0;
  }
}

enum class ClockSource : std::uint32_t { Tsc = 1, MonotonicRaw = 2 };

// A simultaneous reading of the tick counter and the clocks of the operating system.
struct ClockReading {
  std::uint64_t ticks;         // absolute, not relative to tick_base
  std::uint64_t monotonic_ns;  // CLOCK_MONOTONIC_RAW
  std::uint64_t realtime_ns;   // CLOCK_REALTIME
};

struct LogHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t thread;        // 0: the initial thread of the process
  std::uint64_t window_bytes;  // multiple of the page size
  std::uint64_t tick_base;     // absolute ticks of time stamp 0; the same for all logs of a process
  ClockSource clock;
  std::uint32_t windows;    // windows begun so far
  ClockReading begin;       // when the process' measurement began
  ClockReading latest;      // at the last flush or the end; equals begin at first
  std::uint32_t complete;   // 1: ended orderly (the process reached its exit)
  std::uint32_t truncated;  // 1: recording stopped early (--max-trace or a full disk)
  std::uint64_t dropped;    // events not recorded since then, as far as counted
  std::uint64_t emptied;    // number of times its last window was emptied and used again
  std::uint64_t trace_end;  // end of the event trace in the file (--max-trace); 0: no end
};

static_assert(sizeof(RecordHead) == kUnitBytes);
static_assert(sizeof(MessageRecord) == 2 * kUnitBytes);
static_assert(sizeof(ArgumentsRecord) == 2 * kUnitBytes);
static_assert(sizeof(OperandsRecord) == 6 * kUnitBytes);
static_assert(sizeof(CollectiveRecord) == 3 * kUnitBytes);
static_assert(sizeof(OneSidedRecord) == 2 * kUnitBytes);
static_assert(sizeof(AtomicRecord) == 3 * kUnitBytes);
static_assert(sizeof(LogHeader) <= kHeaderBytes && std::is_trivially_copyable_v<LogHeader>);

}  // namespace tarry::trace::eventlog
