// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking and persistent point-to-point communication. A send is recorded when it is started,
// with the time of the enter; a receive when it is posted, with the time of the leave, and again
// when it completes (completion_wrappers.cpp).
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/matched_messages.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

using core::CommNumber;
using core::RecordKind;
using core::RequestNumber;

// Returns what will be known of an operation with this envelope. There are no records for
// MPI_PROC_NULL, unknown communicators and calls that are not selected.
Request operation(const Entry& entry, RequestKind kind, const Envelope& envelope) {
  Request request;
  if (envelope.peer == MPI_PROC_NULL || !entry.selected()) return request;
  const Communicator* comm = find_communicator(envelope.comm);
  if (comm == nullptr) return request;
  request.kind = kind;
  request.comm = comm->number;
  request.peer = static_cast<std::uint32_t>(envelope.peer);
  request.tag = static_cast<std::uint32_t>(envelope.tag);
  return request;
}

void record_start_of_send(const Entry& entry, EventTime time, const Request& request) {
  core::arguments_record(entry, time, arguments_of_send(request));
  core::message_record(entry, RecordKind::MpiIsend, time,
                       {request.peer, CommNumber{request.comm}, request.tag,
                        RequestNumber{request.id}, request.bytes_sent});
}

template <class Function>
[[gnu::always_inline]] inline int start_send(Call call, Function& function, const void* buffer,
                                             int count, MPI_Datatype type, const Envelope& to,
                                             MPI_Request* variable) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  const CallRecord record(entry, call);
  Request request = operation(entry, RequestKind::Send, to);
  if (entry && request.kind == RequestKind::Send) {
    request.recorded = true;
    request.id = requests().next_id();
    request.bytes_sent = bytes_of(count, type);
    keep_arguments(request, count, type);
    record_start_of_send(entry, record.begin(), request);
  } else if (entry.unrecorded() && request.kind == RequestKind::Send) {
    request.begin = unrecorded_begin().ticks;
    count_send(request);
  }
  const int error = function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  if (error == MPI_SUCCESS) follow(request, variable);
  return error;
}

void record_posting(const Entry& entry, EventTime time, const Request& request,
                    const Arguments& arguments) {
  core::arguments_record(entry, time, arguments);
  core::request_record(entry, RecordKind::MpiIrecvRequest, time, RequestNumber{request.id});
}

// Returns the begin of an operation that is recorded at `time`, or counted.
std::uint64_t begin_of(const Entry& entry, EventTime time) {
  if (entry) return time.ticks;
  return entry.unrecorded() ? unrecorded_begin().ticks : 0;
}

// To be called after a receive was posted.
void follow_receive(const Entry& entry, EventTime end, Request request, const MPI_Request* variable,
                    Arguments arguments) {
  if (request.kind == RequestKind::Receive) {
    request.recorded = static_cast<bool>(entry);
    request.begin = begin_of(entry, end);
    request.id = requests().next_id();
    arguments.comm = CommNumber{request.comm};
    if (entry) record_posting(entry, end, request, arguments);
  }
  follow(request, variable);
}

// Follows a request of an *_init function: nothing is recorded before MPI_Start.
void follow_persistent(Request request, int count, MPI_Datatype type, const MPI_Request* variable) {
  request.persistent = true;
  request.active = false;
  if (request.kind == RequestKind::Send) request.bytes_sent = bytes_of(count, type);
  keep_arguments(request, count, type);
  follow(request, variable);
}

template <class Function>
[[gnu::always_inline]] inline int init_send(Call call, Function& function, const void* buffer,
                                            int count, MPI_Datatype type, const Envelope& to,
                                            MPI_Request* variable) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  const CallRecord record(entry, call);
  const int error = function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  if (error == MPI_SUCCESS)
    follow_persistent(operation(entry, RequestKind::Send, to), count, type, variable);
  return error;
}

// To be called before the real start, while the requests cannot complete yet.
void start_requests(const Entry& entry, EventTime time, int count, const MPI_Request* variables) {
  const std::uint64_t begin = begin_of(entry, time);
  for (int i = 0; i < count; ++i) {
    Request request;
    if (!requests().start(handle_bits(variables[i]), variables + i, static_cast<bool>(entry), begin,
                          request) ||
        request.kind != RequestKind::Send)
      continue;
    if (request.recorded)
      record_start_of_send(entry, time, request);
    else
      count_send(request);
  }
}

// To be called after the real start.
void record_posted(const Entry& entry, EventTime time, int count, const MPI_Request* variables) {
  for (int i = 0; i < count; ++i) {
    Request request;
    if (requests().look(handle_bits(variables[i]), variables + i, request) &&
        request.kind == RequestKind::Receive && request.recorded)
      record_posting(entry, time, request, arguments_of_receive(request));
  }
}

}  // namespace

#define TARRY_START_SEND(name)                                                                     \
  TARRY_WRAPPER(int, name,                                                                         \
                (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, \
                 MPI_Request* request)) {                                                          \
    return start_send(Call::name, real::name, buffer, count, type, {to, tag, comm}, request);      \
  }
TARRY_START_SEND(Isend)
TARRY_START_SEND(Ibsend)
TARRY_START_SEND(Issend)
TARRY_START_SEND(Irsend)
#undef TARRY_START_SEND

#define TARRY_INIT_SEND(name)                                                                      \
  TARRY_WRAPPER(int, name,                                                                         \
                (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, \
                 MPI_Request* request)) {                                                          \
    return init_send(Call::name, real::name, buffer, count, type, {to, tag, comm}, request);       \
  }
TARRY_INIT_SEND(Send_init)
TARRY_INIT_SEND(Bsend_init)
TARRY_INIT_SEND(Ssend_init)
TARRY_INIT_SEND(Rsend_init)
#undef TARRY_INIT_SEND

TARRY_WRAPPER(int, Irecv,
              (void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Request* request)) {
  const Entry entry(is_selected(Call::Irecv));
  if (!entry.tracking()) return real::Irecv(buffer, count, type, from, tag, comm, request);
  CallRecord record(entry, Call::Irecv);
  const int error = real::Irecv(buffer, count, type, from, tag, comm, request);
  const EventTime end = record.end();
  if (error == MPI_SUCCESS)
    follow_receive(entry, end, operation(entry, RequestKind::Receive, {from, tag, comm}), request,
                   arguments_of_receive(count, type, from, tag));
  return error;
}

TARRY_WRAPPER(int, Imrecv,
              (void* buffer, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Request* request)) {
  const Entry entry(is_selected(Call::Imrecv));
  if (!entry.tracking()) return real::Imrecv(buffer, count, type, message, request);
  CallRecord record(entry, Call::Imrecv);
  Request known;
  if (take_message(*message, known.comm) && entry.selected()) {
    known.kind = RequestKind::Receive;
    known.peer = static_cast<std::uint32_t>(MPI_ANY_SOURCE);  // only the probe knows it
  }
  const int error = real::Imrecv(buffer, count, type, message, request);
  const EventTime end = record.end();
  if (error == MPI_SUCCESS) follow_receive(entry, end, known, request, arguments_of(count, type));
  return error;
}

TARRY_WRAPPER(int, Recv_init,
              (void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Request* request)) {
  const Entry entry(is_selected(Call::Recv_init));
  if (!entry.tracking()) return real::Recv_init(buffer, count, type, from, tag, comm, request);
  const CallRecord record(entry, Call::Recv_init);
  const int error = real::Recv_init(buffer, count, type, from, tag, comm, request);
  if (error == MPI_SUCCESS)
    follow_persistent(operation(entry, RequestKind::Receive, {from, tag, comm}), count, type,
                      request);
  return error;
}

TARRY_WRAPPER(int, Start, (MPI_Request * request)) {
  const Entry entry(is_selected(Call::Start));
  if (!entry.tracking()) return real::Start(request);
  CallRecord record(entry, Call::Start);
  start_requests(entry, record.begin(), 1, request);
  const int error = real::Start(request);
  record_posted(entry, record.end(), 1, request);
  return error;
}

TARRY_WRAPPER(int, Startall, (int count, MPI_Request requests[])) {
  const Entry entry(is_selected(Call::Startall));
  if (!entry.tracking()) return real::Startall(count, requests);
  CallRecord record(entry, Call::Startall);
  start_requests(entry, record.begin(), count, requests);
  const int error = real::Startall(count, requests);
  record_posted(entry, record.end(), count, requests);
  return error;
}

TARRY_WRAPPER(int, Cancel, (MPI_Request * request)) {
  const Entry entry(is_selected(Call::Cancel));
  if (!entry.tracking()) return real::Cancel(request);
  const CallRecord record(entry, Call::Cancel);
  requests().mark_cancelled(handle_bits(*request), request);
  return real::Cancel(request);
}

TARRY_WRAPPER(int, Request_free, (MPI_Request * request)) {
  const Entry entry(is_selected(Call::Request_free));
  if (!entry.tracking()) return real::Request_free(request);
  const CallRecord record(entry, Call::Request_free);
  // This comes before the real call, after which another thread may get the handle at once.
  abandon(entry, record.begin(), *request, request);
  return real::Request_free(request);
}

}  // namespace tarry::runtime::mpi
