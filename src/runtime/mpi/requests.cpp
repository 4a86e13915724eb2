// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/requests.h"

#include "runtime/mpi/handles.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/pending_duplicates.h"

namespace tarry::runtime::mpi {
namespace {

using core::CommNumber;
using core::RecordKind;
using core::RequestNumber;

constinit RequestTable table;

bool was_cancelled(const Request& request, const MPI_Status& status) {
  int flag = 0;
  return request.cancelled && real::Test_cancelled(&status, &flag) == MPI_SUCCESS && flag != 0;
}

void receive_completed(const Entry& entry, EventTime time, const Request& request,
                       const MPI_Status& status) {
  // Posted while the recording was paused: its log has no request to refer to.
  if (request.id == 0) return record_receive(entry, time, request.comm, status);
  core::message_record(entry, RecordKind::MpiIrecv, time,
                       {static_cast<std::uint32_t>(status.MPI_SOURCE), CommNumber{request.comm},
                        static_cast<std::uint32_t>(status.MPI_TAG), RequestNumber{request.id},
                        received_bytes(status)});
}

void collective_completed(const Entry& entry, EventTime time, const Request& request) {
  core::collective_record(entry, RecordKind::NonBlockingCollectiveComplete, time,
                          {request.peer, CommNumber{request.comm}, request.tag,
                           RequestNumber{request.id}, request.bytes_sent, request.bytes_received});
}

void record_completion(const Entry& entry, EventTime time, const Request& request,
                       const MPI_Status& status) {
  if (was_cancelled(request, status)) {
    if (request.id != 0)
      core::request_record(entry, RecordKind::MpiRequestCancelled, time, RequestNumber{request.id});
    return;
  }
  switch (request.kind) {
    case RequestKind::Unrecorded:
      return;
    case RequestKind::Send:
      if (request.id != 0)
        core::request_record(entry, RecordKind::MpiIsendComplete, time, RequestNumber{request.id});
      return;
    case RequestKind::Receive:
      return receive_completed(entry, time, request, status);
    case RequestKind::Collective:
      return collective_completed(entry, time, request);
    case RequestKind::Duplicate:
      return duplicate_completed(request.bytes_sent);
  }
}

}  // namespace

RequestTable& requests() { return table; }

void follow(Request request, const MPI_Request* variable) {
  if (*variable == MPI_REQUEST_NULL) return;
  request.handle = handle_bits(*variable);
  request.variable = variable;
  table.add(request);
}

void complete(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
              const MPI_Status& status) {
  if (handle == MPI_REQUEST_NULL) return;
  Request request;
  if (table.complete(handle_bits(handle), variable, request))
    record_completion(entry, time, request, status);
}

void discard(MPI_Request handle, const MPI_Request* variable) {
  Request request;
  if (handle != MPI_REQUEST_NULL) table.complete(handle_bits(handle), variable, request);
}

}  // namespace tarry::runtime::mpi
