// SPDX-License-Identifier: BSD-3-Clause
// The event model: the events that every producer (OTF2 reader, synthetic trace) delivers and every
// analysis consumes. The events of one location arrive in the order of the file, with corrected
// times that never decrease. Records that no analysis uses yet are not delivered.
//
// The meaning of events is that of OTF2 as Score-P writes it: a send record lies at the start of
// sending inside the MPI region, a receive record at the end of receiving; peers and roots are
// communicator ranks.
#pragma once

#include <cstdint>
#include <span>

#include "model/definitions.h"
#include "model/ids.h"

namespace tarry::model {

// One end of a message. `peer` is the receiver of a send and the sender of a receive.
struct MessageRecord {
  CommRank peer;
  CommId comm;
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
  RequestId request;             // non-blocking only, else !valid()
  bool from_any_source = false;  // the receive was posted with MPI_ANY_SOURCE
};

// The arguments of a call, for the event that follows: a message that is sent or received, a
// receive that is posted, a collective operation or its request. Only recordings for a compressed
// trace have them.
struct MpiArguments {
  static constexpr std::int64_t kAny = -1;
  static constexpr std::int64_t kUnknown = -9;

  CommId comm;                          // the communicator of a receive that is posted
  std::int64_t posted_peer = kUnknown;  // the communicator rank that a receive asks for, or kAny
  std::int64_t posted_tag = kUnknown;   // the tag that a receive asks for, or kAny
  std::int64_t count = kUnknown;        // elements
  std::int64_t datatype = kUnknown;     // the number that the process gave to the type
};

// The special values of CollectiveRecord::root, as OTF2 defines them.
inline constexpr CommRank kRootNone{0xFFFFFFFFu};  // operation without a root
inline constexpr CommRank kRootSelf{0xFFFFFFFEu};  // intercommunicator: this member is the root
inline constexpr CommRank kRootThisGroup{0xFFFFFFFDu};  // the root is another member of this group

struct CollectiveRecord {
  CollectiveOp op{};
  CommId comm;
  CommRank root;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  RequestId request;  // non-blocking only
};

// A lock that is taken or given back. `lock` is unique in the process and paradigm; `order` counts
// the acquisitions of the lock.
struct LockRecord {
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;
};

// An explicit task, or, with generation 0, the implicit task of the thread `creator`.
struct TaskId {
  CommId team;
  std::uint32_t creator = 0;     // the thread of the team that created it
  std::uint32_t generation = 0;  // counts the tasks that this thread created in the team

  friend auto operator<=>(const TaskId&, const TaskId&) = default;
};

// A collective call on a window: its creation, its end, a fence (Barrier).
struct RmaCollectiveRecord {
  CollectiveOp op{};
  WindowId window;
};

// Levels of synchronization. A test of level none has found that the epoch goes on. The level says
// nothing about calls that begin an epoch.
inline constexpr std::uint32_t kRmaSyncNone = 0;
inline constexpr std::uint32_t kRmaSyncAll = 3;  // processes and memory

// Synchronization with a group; the region says whether it is start, complete, post, wait or test.
struct RmaGroupSync {
  WindowId window;
  GroupId group;
  std::uint32_t level = kRmaSyncAll;  // OTF2_RMA_SYNC_LEVEL_*
};

// The lock of a window at a target, which a process asks for, gets or gives back. !target.valid():
// the locks at all targets.
struct RmaLockRecord {
  WindowId window;
  CommRank target;
  std::uint64_t lock = 0;
  bool exclusive = false;  // not known where the lock is given back
};

// Data that moves to and from a window. Operations of a location with the same `matching` are
// completed together.
struct RmaOperation {
  enum class Kind : std::uint8_t { Put, Get, Atomic };
  Kind kind{};
  std::uint8_t atomic_type = 0;  // OTF2_RMA_ATOMIC_TYPE_*
  WindowId window;
  CommRank target;
  std::uint64_t bytes_sent = 0;      // from here to the target
  std::uint64_t bytes_received = 0;  // from the target to here
  std::uint64_t matching = 0;
};

struct RmaCompletion {
  enum class Kind : std::uint8_t { Blocking, NonBlocking, Remote };
  Kind kind{};
  WindowId window;
  std::uint64_t matching = 0;
};

// A transfer to or from a file, or the end of all transfers to it. Operations of a location with
// the same `matching` are completed together.
struct FileOperation {
  enum class Kind : std::uint8_t { Read, Write, Flush };  // as OTF2_IO_OPERATION_MODE_*
  Kind kind{};
  bool is_collective = false;
  bool is_nonblocking = false;  // another call ends it
  FileId file;
  std::uint64_t bytes_wanted = 0;
  std::uint64_t matching = 0;
};

struct FileCompletion {
  FileId file;
  std::uint64_t bytes = 0;
  std::uint64_t matching = 0;
};

// A receiver of the events of one location. Every callback has an empty default.
// Thread: the events of one location come from one thread; different handlers may run concurrently.
class EventHandler {
 public:
  virtual ~EventHandler() = default;

  virtual void enter(Ticks, RegionId) {}
  virtual void leave(Ticks, RegionId) {}
  // The leave that follows is that of several calls, which have found nothing: the region was
  // visited `more` times more. Its length is the time in all of them; the time between them follows
  // the leave.
  virtual void joined_calls(Ticks, std::uint64_t /*more*/) {}

  // ProgramBegin and ProgramEnd; the region stands for the program. If the writer has not defined
  // one, the reader makes up a region with the name of the program.
  virtual void program_begin(Ticks time, RegionId program) { enter(time, program); }
  virtual void program_end(Ticks time, RegionId program) { leave(time, program); }

  // The place in the program that calls the MPI function which was just entered.
  virtual void call_site(Ticks, RegionId) {}
  virtual void mpi_arguments(Ticks, const MpiArguments&) {}

  virtual void mpi_send(Ticks, const MessageRecord&) {}
  virtual void mpi_isend(Ticks, const MessageRecord&) {}
  virtual void mpi_isend_complete(Ticks, RequestId) {}
  virtual void mpi_irecv_request(Ticks, RequestId) {}
  virtual void mpi_recv(Ticks, const MessageRecord&) {}
  virtual void mpi_irecv(Ticks, const MessageRecord&) {}
  virtual void mpi_request_test(Ticks, RequestId) {}
  virtual void mpi_request_cancelled(Ticks, RequestId) {}

  virtual void collective_begin(Ticks) {}
  virtual void collective_end(Ticks, const CollectiveRecord&) {}
  virtual void nonblocking_collective_request(Ticks, RequestId) {}
  virtual void nonblocking_collective_complete(Ticks, const CollectiveRecord&) {}

  virtual void rma_window_created(Ticks, WindowId) {}
  virtual void rma_window_destroyed(Ticks, WindowId) {}
  virtual void rma_collective_begin(Ticks) {}
  virtual void rma_collective_end(Ticks, const RmaCollectiveRecord&) {}
  virtual void rma_group_sync(Ticks, const RmaGroupSync&) {}
  virtual void rma_lock_requested(Ticks, const RmaLockRecord&) {}
  virtual void rma_lock_acquired(Ticks, const RmaLockRecord&) {}
  virtual void rma_lock_released(Ticks, const RmaLockRecord&) {}
  virtual void rma_operation(Ticks, const RmaOperation&) {}
  virtual void rma_operation_completed(Ticks, const RmaCompletion&) {}

  // The processes of its communicator open or close a file together.
  virtual void file_opened(Ticks, FileId) {}
  virtual void file_closed(Ticks, FileId) {}
  virtual void file_operation_begun(Ticks, const FileOperation&) {}
  virtual void file_operation_completed(Ticks, const FileCompletion&) {}

  // The location starts, or ends, as a thread of a create/wait model (pthread). Threads whose lives
  // do not overlap may share a location. `thread` tells the threads of a process apart; 0: not
  // known.
  virtual void thread_begin(Ticks, std::uint64_t /*thread*/) {}
  virtual void thread_end(Ticks, std::uint64_t /*thread*/) {}
  // The events of a thread on the locations that create it and wait for its end.
  virtual void thread_created(Ticks, std::uint64_t /*thread*/) {}
  virtual void thread_waited(Ticks, std::uint64_t /*thread*/) {}

  // A team of OpenMP threads: fork and join stand on the thread that forks; begin and end stand on
  // each member, also on the thread that forks.
  virtual void thread_fork(Ticks, std::uint32_t /*requested threads*/) {}
  virtual void thread_join(Ticks) {}
  virtual void team_begin(Ticks, CommId /*team*/) {}
  virtual void team_end(Ticks, CommId /*team*/) {}
  virtual void lock_acquired(Ticks, const LockRecord&) {}
  virtual void lock_released(Ticks, const LockRecord&) {}
  // The events that follow on this location belong to the task; after its completion they belong to
  // the implicit task.
  virtual void task_created(Ticks, const TaskId&) {}
  virtual void task_switched(Ticks, const TaskId&) {}
  virtual void task_completed(Ticks, const TaskId&) {}

  // The values of the counters of a set, in the order of its members, if the record is sound. The
  // record stands before the enter or leave at which the counters were read.
  virtual void counters_read(Ticks, CounterSetId, std::span<const CounterValue>) {}

  // The value that a plug-in measured in the MPI call that is open, in the unit of the statistic.
  virtual void statistic_measured(Ticks, std::uint32_t /*statistic*/, std::uint64_t /*value*/) {}

  // The measurement wrote its buffer to disk from `time` to `stop`.
  virtual void buffer_flush(Ticks /*time*/, Ticks /*stop*/) {}
  virtual void measurement_on_off(Ticks, bool /*on*/) {}
};

}  // namespace tarry::model
