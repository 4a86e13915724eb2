// SPDX-License-Identifier: BSD-3-Clause
// The open requests of a process. MPI libraries give one handle to several requests that are
// complete at once, so that a handle may have several entries. These form a queue; the entry that
// was stored through the same variable is preferred to the oldest one. Requests without records
// (MPI_PROC_NULL, one-sided, files) are kept as well, or they would be taken for others with the
// same handle. The table knows handles as numbers only.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/spin_lock.h"

namespace tarry::runtime::mpi {

enum class RequestKind : std::uint8_t {
  Unrecorded,
  Send,
  Receive,
  Collective,
  Duplicate,
  OneSided,
  File
};

struct Request {
  std::uint64_t handle = 0;
  const void* variable = nullptr;  // where the program keeps the handle
  std::uint32_t id = 0;            // number in the log, ascending by start; 0 while inactive
  std::uint32_t comm = 0;          // number in the log, or the number of a window or a file
  std::uint32_t peer = 0;          // destination; root of a collective
  std::uint32_t tag = 0;           // tag; operation of a collective; BegunOperation::matching
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;  // bytes that an operation on a file is to move
  // The ticks of the start of a send or the posting of a receive; 0 if they are not needed.
  std::uint64_t begin = 0;
  std::int64_t count = 0;  // the count of a message, as in arguments.h
  std::int32_t datatype = 0;
  std::uint32_t partitions = 0;  // of a partitioned message
  std::uint32_t ready = 0;       // those that its sender has given to MPI
  RequestKind kind = RequestKind::Unrecorded;
  bool persistent = false;
  bool active = true;
  bool recorded = false;    // its start is in the log
  bool reported = false;    // its completion is, too, but the program still has the request
  bool cancelled = false;   // MPI_Cancel was called: its status must be asked
  bool has_second = false;  // the next one with this handle is completed by the same calls
  bool is_second = false;
};

// Returns whether the message begins when its last partition is ready, not when it is started.
inline bool is_partitioned_send(const Request& request) {
  return request.kind == RequestKind::Send && request.partitions != 0;
}

// Thread: any, once shared().
class RequestTable {
 public:
  constexpr RequestTable() = default;

  void shared() { lock_.enable(); }
  void release();

  // Returns a number for a new operation, never 0. Takes no lock.
  std::uint32_t next_id();

  // Returns false without memory: the request then leaves no completion.
  bool add(const Request& request);

  // The request has completed: it is forgotten, or inactive if it is persistent. Returns false if
  // it is unknown or was not active.
  bool complete(std::uint64_t handle, const void* variable, Request& request);

  // A persistent request starts again under a new id, at `begin`; a partitioned send is not
  // recorded yet. Returns false if it is unknown.
  bool start(std::uint64_t handle, const void* variable, bool recorded, std::uint64_t begin,
             Request& request);

  // The sender of a partitioned message has given `partitions` more of them to MPI, at `begin`.
  // Returns true if these were the last ones: the message then begins.
  bool make_ready(std::uint64_t handle, std::uint32_t partitions, bool recorded,
                  std::uint64_t begin, Request& request);

  // Finds a request without a change. Returns false if it is unknown.
  bool look(std::uint64_t handle, const void* variable, Request& request);

  // MPI_Request_get_status has found a request complete. Returns false if it is unknown, not active
  // or reported before, or if the handle has several requests, any of which may be meant.
  bool report(std::uint64_t handle, Request& request);

  // MPI_Cancel was called for a request.
  void mark_cancelled(std::uint64_t handle, const void* variable);

  // MPI_Request_free: a request is forgotten, active or not. Returns false if it is unknown.
  bool forget(std::uint64_t handle, const void* variable, Request& request);

 private:
  static constexpr std::uint32_t kEnd = 0;  // indices into pool_ count from 1

  struct Node {
    Request request;
    std::uint32_t next;
  };
  struct Queue {
    std::uint32_t head;
    std::uint32_t tail;
  };
  struct Position {
    Queue* queue = nullptr;
    std::uint32_t before = kEnd;
    std::uint32_t at = kEnd;
  };

  Node& node(std::uint32_t index) { return pool_[index - 1]; }
  Position find(std::uint64_t handle, const void* variable);
  void remove(const Position& position);
  std::uint32_t take_node();

  FlatTable<Queue> queues_;
  Node* pool_ = nullptr;
  std::uint32_t pool_size_ = 0;
  std::uint32_t free_ = kEnd;
  std::atomic<std::uint32_t> last_id_ = 0;
  SpinLock lock_;
};

}  // namespace tarry::runtime::mpi
