// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/requests.h"

#include <atomic>
#include <cstdint>

#include "runtime/mpi/files.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/pending_duplicates.h"
#include "runtime/mpi/unrecorded.h"

namespace tarry::runtime::mpi {
namespace {

using core::CommNumber;
using core::RecordKind;
using core::RequestNumber;

constinit RequestTable table;
constinit std::atomic<bool> has_persistent_collectives = false;

bool is_recorded_operation(const Request& request) {
  return request.recorded &&
         (request.kind == RequestKind::Collective || request.kind == RequestKind::OneSided ||
          request.kind == RequestKind::File);
}

// Records the completion of `request`, which has left the table.
void closed(const Request& request) {
  if (is_recorded_operation(request)) open_operations.fetch_sub(1, std::memory_order_relaxed);
}

bool was_cancelled(const Request& request, const MPI_Status& status) {
  int flag = 0;
  return request.cancelled && own::Test_cancelled(&status, &flag) == MPI_SUCCESS && flag != 0;
}

// Returns whether the status describes the message. It does not say what has arrived of a
// partitioned message, and MPICH 4.0 says nothing true of one that MPI_Isendrecv received.
bool tells(const MPI_Status& status, const Request& request) {
  if (request.partitions != 0) return false;
  const auto source = static_cast<std::uint32_t>(status.MPI_SOURCE);
  const auto tag = static_cast<std::uint32_t>(status.MPI_TAG);
  return !request.is_second ||
         ((request.peer == source || request.peer == static_cast<std::uint32_t>(MPI_ANY_SOURCE)) &&
          (request.tag == tag || request.tag == static_cast<std::uint32_t>(MPI_ANY_TAG)));
}

// Returns the status, or what the receive asked for if that tells nothing.
MPI_Status status_of(const Request& request, const MPI_Status& status) {
  MPI_Status known = status;
  if (tells(status, request)) return known;
  known.MPI_SOURCE = static_cast<int>(request.peer);
  known.MPI_TAG = static_cast<int>(request.tag);
  return known;
}

void receive_completed(const Entry& entry, EventTime time, const Request& request,
                       const MPI_Status& told) {
  const MPI_Status status = status_of(request, told);
  if (!request.recorded) return count_receive(request, status);
  if (request.peer == static_cast<std::uint32_t>(MPI_ANY_SOURCE))
    core::from_any_source_record(entry, time);
  core::message_record(entry, RecordKind::MpiIrecv, time,
                       {static_cast<std::uint32_t>(status.MPI_SOURCE), CommNumber{request.comm},
                        static_cast<std::uint32_t>(status.MPI_TAG), RequestNumber{request.id},
                        tells(told, request) ? received_bytes(told) : request.bytes_received});
  check_receive_recorded(request, status);
}

void collective_completed(const Entry& entry, EventTime time, const Request& request) {
  if (!request.recorded) return;
  core::collective_record(entry, RecordKind::NonBlockingCollectiveComplete, time,
                          {request.peer, CommNumber{request.comm}, request.tag,
                           RequestNumber{request.id}, request.bytes_sent, request.bytes_received});
  check_collective_recorded(request);
}

void transfer_completed(const Entry& entry, EventTime time, const Request& request,
                        const MPI_Status& status) {
  if (!request.recorded) return;
  const BegunOperation begun{request.comm, request.tag, request.bytes_received};
  end_file_operation(entry, time, begun, moved_bytes(begun, MPI_SUCCESS, status));
  record_transfer_end(entry, time, request.id);
}

void record_completion(const Entry& entry, EventTime time, const Request& request,
                       const MPI_Status& status) {
  if (request.reported) return;
  if (was_cancelled(request, status)) {
    if (request.recorded)
      core::request_record(entry, RecordKind::MpiRequestCancelled, time, RequestNumber{request.id});
    else if (request.kind == RequestKind::Send)
      uncount_send(request);
    return;
  }
  switch (request.kind) {
    case RequestKind::Unrecorded:
      return;
    case RequestKind::Send:
      if (request.recorded)
        core::request_record(entry, RecordKind::MpiIsendComplete, time, RequestNumber{request.id});
      return;
    case RequestKind::Receive:
      return receive_completed(entry, time, request, status);
    case RequestKind::Collective:
      return collective_completed(entry, time, request);
    case RequestKind::Duplicate:
      return duplicate_completed(request.bytes_sent);
    case RequestKind::OneSided:
      if (request.recorded)
        core::rma_record(entry, RecordKind::RmaRequestCompleted, time,
                         trace::eventlog::window_and(request.comm, request.id));
      return;
    case RequestKind::File:
      return transfer_completed(entry, time, request, status);
  }
}

bool tells_its_message(const Request& receive) {
  return receive.peer != static_cast<std::uint32_t>(MPI_ANY_SOURCE) &&
         receive.tag != static_cast<std::uint32_t>(MPI_ANY_TAG);
}

void receive_abandoned(const Entry& entry, EventTime time, MPI_Request handle,
                       const Request& request) {
  MPI_Status status;
  int complete = 0;
  if (own::Request_get_status(handle, &complete, &status) == MPI_SUCCESS && complete != 0)
    return record_completion(entry, time, request, status);
  if (!tells_its_message(request)) return;
  if (request.recorded)
    return core::message_record(
        entry, RecordKind::MpiIrecv, time,
        {request.peer, CommNumber{request.comm}, request.tag, RequestNumber{request.id}, 0});
  status.MPI_SOURCE = static_cast<int>(request.peer);
  status.MPI_TAG = static_cast<int>(request.tag);
  count_receive(request, status);
}

}  // namespace

RequestTable& requests() { return table; }

constinit std::atomic<std::int64_t> open_operations = 0;

void follow(Request request, const MPI_Request* variable) {
  if (*variable == MPI_REQUEST_NULL) return;
  request.handle = handle_bits(*variable);
  request.variable = variable;
  if (table.add(request)) started(request);
}

void follow_persistent(Request request, const MPI_Request* variable) {
  request.persistent = true;
  request.active = false;
  if (request.kind == RequestKind::Collective)
    has_persistent_collectives.store(true, std::memory_order_relaxed);
  follow(request, variable);
}

void started(const Request& request) {
  if (is_recorded_operation(request)) open_operations.fetch_add(1, std::memory_order_relaxed);
}

bool starts_selected() {
  return is_selected(Call::Start) || has_persistent_collectives.load(std::memory_order_relaxed);
}

void ended_at_once(const Entry& entry, EventTime time, const Request& request) {
  if (request.kind == RequestKind::Collective) collective_completed(entry, time, request);
}

void complete(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
              const MPI_Status& status) {
  if (handle == MPI_REQUEST_NULL) return;
  Request request;
  do {
    if (!table.complete(handle_bits(handle), variable, request)) return;
    closed(request);
    record_completion(entry, time, request, status);
  } while (request.has_second);
}

void discard(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
             int error, const MPI_Status& status) {
  Request request;
  if (handle == MPI_REQUEST_NULL || !table.complete(handle_bits(handle), variable, request)) return;
  if (request.has_second) discard(entry, time, handle, variable, error, status);
  closed(request);
  if (request.kind == RequestKind::Collective ||
      (request.kind == RequestKind::Receive && has_received(error)))
    record_completion(entry, time, request, status);
  if (request.kind == RequestKind::File)  // has moved nothing
    record_completion(entry, time, request, MPI_Status{});
  if (request.kind == RequestKind::Duplicate) drop_duplicate(request.bytes_sent);
}

void found_complete(const Entry& entry, EventTime time, MPI_Request handle,
                    const MPI_Status& status) {
  Request request;
  if (handle != MPI_REQUEST_NULL && table.report(handle_bits(handle), request))
    record_completion(entry, time, request, status);
}

void abandon(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable) {
  Request request;
  if (handle == MPI_REQUEST_NULL || !table.forget(handle_bits(handle), variable, request)) return;
  if (request.has_second) abandon(entry, time, handle, variable);
  closed(request);
  if (!request.active || request.reported) return;
  if (request.kind == RequestKind::Collective)
    record_completion(entry, time, request, MPI_Status{});
  if (request.kind == RequestKind::Duplicate) drop_duplicate(request.bytes_sent);
  if (request.kind == RequestKind::Receive) receive_abandoned(entry, time, handle, request);
}

}  // namespace tarry::runtime::mpi
