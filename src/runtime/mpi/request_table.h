// SPDX-License-Identifier: BSD-3-Clause
// What is known about the requests a process has open. MPI libraries hand out one handle for
// several requests that were complete at once, so a handle may have several entries: they form a
// queue, and the one that was stored through the same variable is preferred to the oldest. Requests
// that leave no records (MPI_PROC_NULL, one-sided, files) are kept as well, else they would be
// taken for others with the same handle. Knows handles as numbers only.
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
  OneSided
};

struct Request {
  std::uint64_t handle = 0;
  const void* variable = nullptr;  // where the program keeps the handle
  std::uint32_t id = 0;            // in the log, ascending by start; 0 while inactive
  std::uint32_t comm = 0;          // number in the log; of a one-sided operation its window's
  std::uint32_t peer = 0;          // destination; root of a collective
  std::uint32_t tag = 0;           // tag; operation of a collective
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  // Ticks of its start, of a receive of its posting; 0 if nobody wants to know.
  std::uint64_t begin = 0;
  std::int32_t count = 0;  // of a message, as arguments.h has it
  std::int32_t datatype = 0;
  RequestKind kind = RequestKind::Unrecorded;
  bool persistent = false;
  bool active = true;
  bool recorded = false;   // its start is in the log
  bool reported = false;   // its completion is, too, but the program has the request still
  bool cancelled = false;  // MPI_Cancel was called: its status must be asked
};

// Thread: any, once shared().
class RequestTable {
 public:
  constexpr RequestTable() = default;

  void shared() { lock_.enable(); }
  void release();

  // A number for a new operation, never 0. Takes no lock.
  std::uint32_t next_id();

  // False without memory: the request then leaves no completion.
  bool add(const Request& request);

  // The request has completed: it is forgotten, or inactive if persistent. False if it is not known
  // or was not active.
  bool complete(std::uint64_t handle, const void* variable, Request& request);

  // A persistent request starts anew under a new id, at `begin`. False if it is not known.
  bool start(std::uint64_t handle, const void* variable, bool recorded, std::uint64_t begin,
             Request& request);

  // What is known of it, without a change. False if nothing is.
  bool look(std::uint64_t handle, const void* variable, Request& request);

  // MPI_Request_get_status has found it complete. False if it is not known, not active or reported
  // before, or if the handle has other requests, too, of which any may be meant.
  bool report(std::uint64_t handle, Request& request);

  // MPI_Cancel.
  void mark_cancelled(std::uint64_t handle, const void* variable);

  // MPI_Request_free: whether active or not, it is forgotten. False if it is not known.
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
